/** Plain pages for a person whose link does not open the app. */

/** Shown when there is no session. */
export const NO_SESSION_PAGE = page(
  'Open Packbench from its own link',
  'This browser has no session. Use the link that Packbench printed where it was started.',
)

/** Shown when a one-time link is used again. */
export const SPENT_LINK_PAGE = page(
  'This link was used already',
  'Each link opens Packbench once. A fresh one was printed just now where Packbench was started.',
)

function page(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`
}
