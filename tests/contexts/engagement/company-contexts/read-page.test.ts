import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decodePage } from '../../../../src/contexts/engagement/company-contexts/site/decode-page.js';
import { mergeMetadata } from '../../../../src/contexts/engagement/company-contexts/site/merge-metadata.js';
import { readSitePage } from '../../../../src/contexts/engagement/company-contexts/site/read-page.js';

// The pages of coffee/ and agency/ are themes by Start Bootstrap (MIT), as their packages on npm have them.
const page = (name: string, url = 'https://www.shop.example/') =>
  readSitePage(readFileSync(new URL(`./sites/${name}.html`, import.meta.url), 'utf8'), url);

describe('a page of a company', () => {
  test('returns what JSON-LD describes, and what is visible besides', () => {
    expect(page('clinic', 'https://clinica.example/')).toEqual({
      title: 'Inicio | Clínica Muñoz - Dentistas en Cádiz',
      description: 'Clínica dental en el centro de Cádiz: implantes, ortodoncia e higiene con cita en el día.',
      headings: ['Sonríe sin miedo', 'Tratamientos'],
      companyName: 'Clínica Dental Muñoz',
      industry: 'Dentist',
      services: ['Implantes', 'Ortodoncia'],
      businessHours: 'Monday, Tuesday 09:00–20:00; Saturday 10:00–14:00',
      contactInfo: {
        emails: ['citas@clinica.example', 'hola@clinica.example'],
        phones: ['+34 956 000 001'],
        address: 'Calle Ancha 7, 11001 Cádiz, ES',
        social: {
          instagram: 'https://www.instagram.com/clinicamunoz',
          facebook: 'https://www.facebook.com/clinicamunoz',
        },
      },
      faqs: [
        { question: '¿Hace falta cita?', answer: 'Sí, pero hay citas en el día.' },
        { question: '¿Aceptáis seguros?', answer: 'Casi todos.' },
      ],
      language: 'es-ES',
      links: ['https://clinica.example/contacto?x=1'],
    });
  });

  test('returns the visible content if there is no JSON-LD', () => {
    expect(page('coffee/store')).toMatchObject({
      title: 'Business Casual - Start Bootstrap Theme',
      companyName: 'Business Casual',
      businessHours: expect.stringMatching(/^Sunday Closed; Monday 7:00 AM to 8:00 PM; .*Saturday 9:00 AM to 5:00 PM$/),
      contactInfo: { phones: ['(317) 585-8468'], address: '1116 Orchard Street Golden Valley, Minnesota' },
      links: ['about', 'products', 'store'].map((name) => `https://www.shop.example/${name}.html`),
    });
    expect(page('coffee/about').description).toMatch(/^Strong Coffee, Strong Roots About Our Cafe Founded in 1987/);
    expect(page('agency/index').services).toEqual(['E-Commerce', 'Responsive Design', 'Web Security']);
    expect(page('agency/faq').contactInfo.emails).toEqual(['support@domain.com']);
  });

  test('is one of several of a website: the first one wins if they differ', () => {
    const [home, about, store] = ['index', 'about', 'store'].map((name) => page(`coffee/${name}`));
    const metadata = mergeMetadata([home, about, store] as never);
    expect(metadata.description).toBe(home?.description);
    expect(metadata.businessHours).toBe(store?.businessHours);
    expect(metadata.contactInfo).toEqual(store?.contactInfo);
    expect(new Set(metadata.headings).size).toBe(metadata.headings.length);
  });

  test.each([
    ['questions that unfold', '<details><summary>Do you deliver?</summary><p>Yes, daily.</p></details>'],
    ['lists of questions', '<dl><dt>Do you deliver?</dt><dd>Yes, daily.</dd><dt>Name</dt><dd>Ada</dd></dl>'],
    ['headed questions', '<h3>Do you deliver?</h3><p>Yes, daily.</p><h3>About</h3><p>Us.</p>'],
    [
      'marked questions',
      `<div itemscope itemtype="https://schema.org/Question"><b itemprop="name">Do you deliver?</b>
       <div itemprop="acceptedAnswer"><p>Yes, daily.</p></div></div>`,
    ],
  ])('has %s', (_how, html) => {
    const { faqs } = readSitePage(`<body>${html}</body>`, 'https://a.example/');
    expect(faqs).toEqual([{ question: 'Do you deliver?', answer: 'Yes, daily.' }]);
  });

  test('may contain any HTML, or none: the result is within the limits', () => {
    const tags = 'p div h2 h3 li ul dl dt dd details summary table tr td address a meta title html body script b'.split(
      ' ',
    );
    const attributes = fc.constantFrom(
      '',
      ' href="/contact"',
      ' href="mailto:%"',
      ' href="http://["',
      ' itemprop="openingHours"',
      ' charset="x"',
      ' type="application/ld+json"',
      ' itemtype="https://schema.org/Question"',
      ' name="description" content="d"',
    );
    const texts = fc.constantFrom(
      'Services',
      'Opening hours',
      'Call 956 000 001',
      'Why?',
      'a@b.example',
      '{"@type":"Store"}',
      '9–18',
    );
    const piece = fc.oneof(
      fc.tuple(fc.constantFrom(...tags), attributes).map(([tag, more]) => `<${tag}${more}>`),
      fc.constantFrom(...tags).map((tag) => `</${tag}>`),
      texts,
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const metadata = readSitePage(pieces.join(''), 'https://a.example/');
        expect([metadata.services.length <= 100, metadata.faqs.length <= 100]).toEqual([true, true]);
        for (const link of metadata.links) expect(new URL(link).hostname).toBe('a.example');
      }),
      { numRuns: 300 },
    );
  });

  test('returns nothing if it is empty', () => {
    for (const html of ['', '<', '\0', '<html></html>', '<title></title><h1> </h1>', '[]']) {
      const { services, faqs, contactInfo, links, companyName } = readSitePage(html, 'https://a.example/');
      expect([services, faqs, contactInfo, links, companyName]).toEqual([[], [], {}, [], null]);
    }
  });

  test('is cut to the limits of a context, whatever it contains', () => {
    const many = Array.from({ length: 300 }, (_, n) => `<li>Service ${n} ${'x'.repeat(80)}</li>`).join('');
    const questions = Array.from(
      { length: 120 },
      (_, n) => `<h4>Question ${n}?</h4><p>${'Answer '.repeat(800)}</p>`,
    ).join('');
    const html = `<title>${'t'.repeat(9_000)}</title><meta name="description" content="${'d '.repeat(9_000)}">
      <h2>Services</h2><ul>${many}</ul>${questions}`;
    const metadata = readSitePage(html, 'https://a.example/');
    expect(metadata.services).toHaveLength(100);
    expect(metadata.faqs).toHaveLength(100);
    expect(Math.max(...metadata.faqs.map(({ answer }) => answer.length))).toBeLessThanOrEqual(5_000);
    expect([metadata.title?.length, (metadata.description?.length ?? 0) <= 5_000]).toEqual([300, true]);
  });
});

describe('the charset of a page', () => {
  const text = '<meta charset="utf-8"><p>Clínica Muñoz – 5 €</p>';
  const latin = Buffer.from('<p>Cl\xednica Mu\xf1oz \x96 5 \x80</p>', 'latin1');

  test.each([
    ['is declared by the server', latin, 'text/html; charset=windows-1252'],
    ['is declared wrongly by the server', latin, 'text/html; charset=utf-8'],
    ['is not declared', latin, 'text/html'],
    ['has a name that nobody knows', latin, 'text/html; charset=klingon'],
    ['is UTF-8, whatever the server says', Buffer.from(text), 'text/html; charset=iso-8859-1'],
    ['is UTF-16 with its mark', Buffer.from(`\ufeff${text}`, 'utf16le'), 'text/html'],
  ])('%s', (_how, body, contentType) => {
    expect(decodePage(body, contentType)).toContain('<p>Clínica Muñoz – 5 €</p>');
  });

  test('is declared by the page', () => {
    const body = Buffer.concat([Buffer.from('<meta charset="iso-8859-2"><p>'), Buffer.from([0xa3, 0xf3, 0x64, 0xbc])]);
    expect(decodePage(body, 'text/html')).toContain('<p>Łódź');
    const japanese = Buffer.from(
      '<meta http-equiv="Content-Type" content="text/html; charset=iso-2022-jp">\x1b$B$3$s\x1b(B',
    );
    expect(decodePage(japanese, 'text/html')).toContain('こん');
  });

  test('is UTF-8 in spite of a broken character', () => {
    const body = Buffer.concat([Buffer.from(`${'Clínica '.repeat(100)}`), Buffer.from([0xc3])]);
    expect(decodePage(body, 'text/html')).toContain('Clínica Clínica');
  });
});
