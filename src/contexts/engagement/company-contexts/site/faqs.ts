import type { CheerioAPI } from 'cheerio';
import { cut, tidy } from './page-text.js';
import { type FoundFaq, most } from './site-metadata.js';
import { structuredTexts, type Thing } from './structured-data.js';

/** Questions with their answers: from JSON-LD, or else from microdata, details elements, definition lists and headings. */
export function faqsOf($: CheerioAPI, things: readonly Thing[]): FoundFaq[] {
  const described = things.filter(({ types }) => types.includes('Question')).map(({ data }) => describedFaq($, data));
  if (described.length > 0) return clean(described);
  const marked = $('[itemtype$="schema.org/Question"]')
    .toArray()
    .map((element) => ({
      question: $(element).find('[itemprop="name"]').first().text(),
      answer: $(element).find('[itemprop="acceptedAnswer"]').first().text(),
    }));
  return clean([...marked, ...inDetails($), ...inDefinitionLists($), ...belowHeadings($)]);
}

function describedFaq($: CheerioAPI, { name, acceptedAnswer }: Record<string, unknown>): FoundFaq {
  const [answer] = Array.isArray(acceptedAnswer) ? acceptedAnswer : [acceptedAnswer];
  const text = structuredTexts((answer as { text?: unknown } | undefined)?.text)[0] ?? '';
  // Answers may contain HTML.
  return { question: structuredTexts(name)[0] ?? '', answer: /<\w/.test(text) ? $(`<div>${text}</div>`).text() : text };
}

function inDetails($: CheerioAPI): FoundFaq[] {
  return $('details')
    .toArray()
    .map((element) => {
      const question = $(element).children('summary').first().text();
      return {
        question,
        answer: $(element).children().not('summary').text() || $(element).contents().not('summary').text(),
      };
    })
    .filter(({ question }) => isQuestion(question));
}

function inDefinitionLists($: CheerioAPI): FoundFaq[] {
  return $('dt')
    .toArray()
    .map((element) => ({ question: $(element).text(), answer: $(element).nextUntil('dt', 'dd').text() }))
    .filter(({ question }) => isQuestion(question));
}

function belowHeadings($: CheerioAPI): FoundFaq[] {
  return $('h2,h3,h4,h5')
    .toArray()
    .map((element) => ({
      question: $(element).text(),
      answer: $(element).nextUntil('h1,h2,h3,h4,h5', 'p,ul,ol,div').slice(0, 5).text(),
    }))
    .filter(({ question }) => isQuestion(question));
}

function isQuestion(text: string): boolean {
  const tidied = tidy(text);
  return tidied.length > 8 && /[?？]$/.test(tidied);
}

/** Without questions that have no answer, each question once. */
function clean(faqs: readonly FoundFaq[]): FoundFaq[] {
  const byQuestion = new Map<string, FoundFaq>();
  for (const faq of faqs) {
    const question = cut(tidy(faq.question), most.question);
    const answer = cut(tidy(faq.answer), most.answer);
    const key = question.toLowerCase();
    if (question && answer && !byQuestion.has(key)) byQuestion.set(key, { question, answer });
  }
  return [...byQuestion.values()].slice(0, most.faqs);
}
