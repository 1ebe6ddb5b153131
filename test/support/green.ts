import type { Page } from 'playwright/test'

/** What looks green outside the rail (the rail shows the connection): at a glance, green means that all is well. */
export function greenOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isGreen = (color: string) => {
      const [r = 0, g = 0, b = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
      return alpha > 0.2 && g - Math.max(r, b) > 12
    }
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const colorsOf = (element: Element) => {
      const { backgroundColor, color, stroke, borderTopColor, borderTopWidth } = getComputedStyle(element)
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      )
      return [
        backgroundColor,
        ...(hasText ? [color] : []),
        ...(element instanceof SVGElement ? [stroke] : []),
        ...(borderTopWidth === '0px' ? [] : [borderTopColor]),
      ]
    }
    return [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          element.closest('nav, footer') === null && isSeen(element) && colorsOf(element).some(isGreen),
      )
      .map((element) => `${element.tagName} ${element.parentElement?.textContent?.slice(0, 60) ?? ''}`)
  })
}
