/** Builds HTML so that text can never become markup. */

/** Only `markup` and the barcodes create one. */
export class Markup {
  constructor(readonly html: string) {}
}

type Part = string | number | Markup | readonly Markup[] | null

/**
 * SECURITY: every inserted value is escaped unless it is markup itself. Names, addresses and titles come from
 * strangers. Attributes must be written with double quotes.
 */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    texts.reduce(
      (html, text, index) => html + (index === 0 ? '' : asHtml(parts[index - 1] ?? null)) + text,
      '',
    ),
  )
}

function asHtml(part: Part): string {
  if (part === null) return ''
  if (part instanceof Markup) return part.html
  if (typeof part === 'string' || typeof part === 'number') return escape(String(part))
  return part.map(({ html }) => html).join('')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
