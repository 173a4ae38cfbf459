import type { CheerioAPI } from 'cheerio';
import { cut, tidy } from './page-text.js';
import { type Faq, most } from './site-facts.js';
import { type Thing, textsOf } from './structured-data.js';

/** Questions with their answers: as they are described, marked, folded or headed. */
export function faqsOf($: CheerioAPI, things: readonly Thing[]): Faq[] {
  const described = things.filter(({ types }) => types.includes('Question')).map(({ data }) => describedFaq($, data));
  if (described.length > 0) return clean(described);
  const marked = $('[itemtype$="schema.org/Question"]')
    .toArray()
    .map((element) => ({
      question: $(element).find('[itemprop="name"]').first().text(),
      answer: $(element).find('[itemprop="acceptedAnswer"]').first().text(),
    }));
  return clean([...marked, ...folded($), ...listed($), ...headed($)]);
}

function describedFaq($: CheerioAPI, { name, acceptedAnswer }: Record<string, unknown>): Faq {
  const [answer] = Array.isArray(acceptedAnswer) ? acceptedAnswer : [acceptedAnswer];
  const text = textsOf((answer as { text?: unknown } | undefined)?.text)[0] ?? '';
  // Answers may be written in HTML.
  return { question: textsOf(name)[0] ?? '', answer: /<\w/.test(text) ? $(`<div>${text}</div>`).text() : text };
}

function folded($: CheerioAPI): Faq[] {
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

function listed($: CheerioAPI): Faq[] {
  return $('dt')
    .toArray()
    .map((element) => ({ question: $(element).text(), answer: $(element).nextUntil('dt', 'dd').text() }))
    .filter(({ question }) => isQuestion(question));
}

function headed($: CheerioAPI): Faq[] {
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

/** Without what has no answer, each question once. */
function clean(faqs: readonly Faq[]): Faq[] {
  const byQuestion = new Map<string, Faq>();
  for (const { question, answer } of faqs) {
    const asked = cut(tidy(question), most.question);
    const answered = cut(tidy(answer), most.answer);
    if (asked && answered && !byQuestion.has(asked.toLowerCase())) {
      byQuestion.set(asked.toLowerCase(), { question: asked, answer: answered });
    }
  }
  return [...byQuestion.values()].slice(0, most.faqs);
}
