import { createHash } from 'node:crypto';

/** HTML that was written here, in which everything else is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/** A template of HTML: texts in it are escaped, null and false are left out. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + textOfPart(parts[index])).join(''));
}

function textOfPart(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(textOfPart).join('');
  return escaped(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => entities[one] as string);
}

/** The attributes of an element: those that are true or have a text. */
export function attributes(given: Readonly<Record<string, string | number | boolean | null | undefined>>): Html {
  const texts = Object.entries(given).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === false) return [];
    return value === true ? [` ${name}`] : [` ${name}="${escaped(String(value))}"`];
  });
  return new Html(texts.join(''));
}

/** A page that the server shows to a stranger. */
export interface HostedPage {
  language: 'en' | 'es';
  title: string;
  /** What stands in its card. */
  body: Html;
  /** Whose page it is; stands below the card. */
  owner?: string | null;
  /** The colour of its button, as `#1a2b3c`. */
  accent?: string | null;
  /** The origins whose pages may embed it. */
  embedOrigins?: readonly string[] | null;
  /** Where its form leads besides its own origin. */
  leadsTo?: string | null;
}

/** The text of a page, and its content security policy: no scripts, and nothing of other origins. */
export function hostedPage(page: HostedPage): { text: string; policy: string } {
  const { language, title, body, owner, accent, embedOrigins } = page;
  const isEmbedded = embedOrigins != null;
  const color = accent == null ? '' : `:root{--accent:${accent};--on-accent:${readableOn(accent)}}`;
  const text = `<!doctype html>
<html lang="${language}"${isEmbedded ? ' class="embedded"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${styles}${color}</style>
</head>
<body>
<main>
<div class="card">
${body.text}
</div>
${owner ? html`<p class="owner">${owner}</p>`.text : ''}
</main>
${isEmbedded ? `<script>${reportHeight}</script>` : ''}
</body>
</html>
`;
  return { text, policy: policyOf(page) };
}

function policyOf({ embedOrigins, leadsTo }: HostedPage): string {
  const ancestors = embedOrigins == null ? "'none'" : embedOrigins.join(' ');
  const target = leadsTo == null ? '' : ` ${new URL(leadsTo).origin}`;
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(embedOrigins == null ? [] : [`script-src 'sha256-${sha256(reportHeight)}'`]),
    "base-uri 'none'",
    `form-action 'self'${target}`,
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Black or white: what is easier to read on a colour. */
function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

/** Reports the height of an embedded page, and nothing else, to the page around it. */
const reportHeight = `const report=()=>parent.postMessage({formHeight:document.documentElement.scrollHeight},'*');addEventListener('load',report);new ResizeObserver(report).observe(document.body);`;

/** Embeds the form in \`data-form\` where its script element stands, as high as the form is. */
export const embedScript = `(() => {
  const script = document.currentScript;
  const address = new URL(script.dataset.form, script.src);
  const frame = document.createElement('iframe');
  frame.src = address.href;
  frame.title = script.dataset.title || 'Form';
  frame.style.cssText = 'width:100%;border:0;height:480px;color-scheme:light dark';
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== address.origin) return;
    const height = Number(data && data.formHeight);
    if (height > 0) frame.style.height = Math.min(height, 20000) + 'px';
  });
  script.after(frame);
})();
`;

const styles = `
:root{color-scheme:light dark;--canvas:light-dark(#f6f7f9,#0d1117);--surface:light-dark(#fff,#151b23);--border:light-dark(#dfe3ea,#2a323d);--border-strong:light-dark(#8b95a5,#667384);--text:light-dark(#171c26,#e8ebf0);--muted:light-dark(#566072,#9ba6b5);--link:light-dark(#3b46c4,#a5b0ff);--accent:light-dark(#4650dd,#8d97ff);--on-accent:light-dark(#fff,#0f1235);--danger:light-dark(#b9222f,#ff8a8f);--danger-surface:light-dark(#fdebec,#3b171a);--focus:light-dark(#4650dd,#a5adff)}
*{box-sizing:border-box}
html,body{margin:0}
body{background:var(--canvas);color:var(--text);font:400 16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif;overflow-wrap:anywhere}
main{display:flex;flex-direction:column;align-items:center;gap:16px;min-height:100vh;padding:8vh 20px 40px}
.embedded body{background:none}
.embedded main{min-height:0;padding:2px}
.card{width:min(520px,100%);padding:26px 28px;border:1px solid var(--border);border-radius:12px;background:var(--surface);box-shadow:0 1px 2px light-dark(#171c2614,#00000066)}
h1{margin:0 0 8px;font-size:22px;line-height:1.3;font-weight:650;letter-spacing:-.01em}
p{margin:0 0 16px;white-space:pre-line}
.card>:last-child{margin-bottom:0}
.owner,.hint,.progress,.optional{color:var(--muted)}
.owner,.progress{margin:0;font-size:14px}
.progress{margin-bottom:12px}
.hint{display:block;margin:0;font-size:14px}
.optional{font-weight:400}
.field{margin:0 0 18px;padding:0;border:0;min-width:0}
label,legend{padding:0;font-weight:560}
.choice{display:flex;gap:10px;align-items:baseline;margin-top:6px;font-weight:400}
.choice input{flex:none;width:18px;height:18px;margin:0;accent-color:var(--accent);transform:translateY(3px)}
.single .choice{margin:0;font-weight:560}
.control{display:block;width:100%;min-height:42px;margin-top:4px;padding:8px 11px;border:1px solid var(--border-strong);border-radius:7px;background:var(--surface);color:inherit;font:inherit}
textarea.control{min-height:112px;resize:vertical}
[aria-invalid=true],.invalid .control{border-color:var(--danger)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.error{display:block;margin-top:4px;color:var(--danger);font-size:14px}
.errors{margin:0 0 18px;padding:12px 14px;border-radius:7px;background:var(--danger-surface)}
.errors p,.errors ul{margin:0}
.errors ul{padding-left:20px}
.errors a{color:var(--danger)}
.buttons{display:flex;flex-direction:row-reverse;gap:10px;margin-top:22px}
button{min-height:42px;padding:8px 18px;border:1px solid var(--border-strong);border-radius:7px;background:none;color:inherit;font:inherit;font-weight:560;cursor:pointer}
button.primary{flex:1;border-color:transparent;background:var(--accent);color:var(--on-accent)}
a{color:var(--link)}
.trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
`;
