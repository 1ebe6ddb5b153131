import { createHash } from 'node:crypto'
import type { PrintPage } from '../base/printing'
import type { Layout } from './layout'
import { markup, Markup } from './markup'
import { pageStyle } from './style'

export type PageOptions = {
  /** Printed across the paper. */
  landscape?: true
  /** The page shows pictures, which are part of it. */
  pictures?: boolean
  /** A style of its own in place of the one of all documents. */
  style?: string
}

/** Wraps content into a document: self-contained, without script. */
export function makePage(
  title: string,
  { locale, paper }: Pick<Layout, 'locale' | 'paper'>,
  content: Markup,
  { landscape, pictures = false, style = pageStyle(paper, landscape === true) }: PageOptions = {},
): PrintPage {
  const { html } =
    markup`<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${title}</title><style>${new Markup(style)}</style><body data-paper="${paper}">${content}</body></html>`
  // SECURITY: nothing runs and nothing loads; the policy allows only this style, and pictures inside the page.
  const hash = createHash('sha256').update(style).digest('base64')
  const images = pictures ? 'img-src data:; ' : ''
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; ${images}base-uri 'none'; form-action 'none'`,
    ...(landscape === undefined ? {} : { landscape }),
  }
}
