import { COMMAND_CODES } from '../../src/shared/domain/command'
import { expect, test } from '../support/fixtures'
import { packerAt } from '../support/packer'
import { takePicture } from '../support/pictures'

/** How the training tour looks beside what is practised. */

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
] as const) {
  test(`the tour fits ${width}x${height} in both themes`, async ({ openStation }) => {
    const packer = await packerAt((await openStation()).page())
    const { page } = packer
    await page.setViewportSize({ width, height })
    const coach = page.getByRole('complementary', { name: 'Training tour' })
    const offered = async (words: string) => {
      await expect(coach.getByRole('figure')).toContainText(words)
      return (await coach.getByRole('figure').getAttribute('data-code')) ?? ''
    }
    await expect(page.getByText(/^Data from/)).toBeVisible()
    await takePicture(page, `tour-offered-light-${width}`)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Three-minute tour' }).click()
    for (const theme of ['light', 'dark'] as const) {
      const picture = (name: string) => takePicture(page, `tour-${name}-${theme}-${width}`)
      if (theme === 'dark') {
        await page.getByRole('button', { name: 'Use dark colours' }).click()
        await packer.goTo('Orders')
        await coach.getByRole('button', { name: 'Start again' }).click()
      }
      const order = await offered('Order ')
      await picture('open')
      await packer.scan(order)
      await offered('Item ')
      await picture('items')
      await page.getByRole('button', { name: 'Choose all' }).click()
      await packer.scan(await offered('Tracking label'))
      await packer.press('F9')
      await offered('REPRINT')
      await picture('print')
      await coach.getByRole('button', { name: 'Skip' }).click()
      await packer.scan(COMMAND_CODES.ship)
      await expect(packer.form).toBeVisible()
      await picture('ship')
      await packer.press('F4')
      await expect(packer.form).toBeHidden()
      await coach.getByRole('button', { name: 'Skip' }).click()
      await packer.goTo('Outbox')
      await packer.scan(await offered('Order '))
      await offered('Item of another order')
      await coach.getByRole('button', { name: 'Skip' }).click()
      await picture('network')
    }
  })
}
