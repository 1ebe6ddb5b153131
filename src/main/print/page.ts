import { createHash } from 'node:crypto'
import type { Locale } from '../../shared/domain/station/locale'
import type { Paper } from '../../shared/domain/station/paper'
import type { PrintPage } from '../base/printing'
import { markup, Markup } from './markup'
import { pageStyle } from './style'

/** Wraps content into a document: self-contained, without script. */
export function makePage(title: string, locale: Locale, paper: Paper, content: Markup): PrintPage {
  const style = pageStyle(paper)
  const { html } =
    markup`<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>${title}</title><style>${new Markup(style)}</style><body data-paper="${paper}">${content}</body></html>`
  // SECURITY: nothing runs and nothing loads; the policy allows only this style.
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  }
}
