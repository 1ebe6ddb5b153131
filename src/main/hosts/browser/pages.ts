/** Plain pages for a person whose link does not open the app. */

/** Shown when there is no session. */
export const NO_SESSION_PAGE = page(
  'Open Packbench from its own link',
  'This browser has no session. Use the link that Packbench printed where it was started.',
)

const FRESH_LINK = 'Use the newest link that Packbench printed where it was started.'

/** Shown when a one-time link is used again. */
export const SPENT_LINK_PAGE = page(
  'This link was used already',
  `Each link opens Packbench once. ${FRESH_LINK}`,
)

/** Shown when a link is too old. */
export const EXPIRED_LINK_PAGE = page(
  'This link has expired',
  `Each link opens Packbench within two minutes. ${FRESH_LINK}`,
)

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`
}
