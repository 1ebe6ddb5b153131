import { COMMAND_CODES } from '../../src/shared/domain/scanning/command'
import { expect, test } from '../support/fixtures'
import { packerAt } from '../support/packer'
import { pictureTags, takeAtSizes, takePictures } from '../support/pictures'

/** The training tour and the page it accompanies. */

test('the tour fits, at both sizes in both themes', pictureTags(), async ({ openStation }) => {
  const packer = await packerAt((await openStation()).page())
  const { page } = packer
  const coach = page.getByRole('complementary', { name: 'Training tour' })
  const offered = async (words: string) => {
    await expect(coach.getByRole('figure')).toContainText(words)
    return (await coach.getByRole('figure').getAttribute('data-code')) ?? ''
  }
  await expect(page.getByText(/^Data from/)).toBeVisible()
  await takeAtSizes(page, 'tour-offered-light')
  await packer.openStation()
  await packer.page.getByRole('contentinfo').getByRole('button', { name: 'Three-minute tour' }).click()
  for (const theme of ['light', 'dark'] as const) {
    const picture = (name: string) => takeAtSizes(page, `tour-${name}-${theme}`)
    if (theme === 'dark') {
      await packer.useColors('dark')
      await packer.goTo('Orders')
      await coach.getByRole('button', { name: 'Start again' }).click()
    }
    const order = await offered('Order ')
    await picture('open')
    await packer.scan(order)
    await offered('Item ')
    await picture('items')
    await packer.tickAll()
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
    await picture('outbox')
    await packer.goTo('Outbox')
    await packer.scan(await offered('Order '))
    await offered('Item of another order')
    await coach.getByRole('button', { name: 'Skip' }).click()
    await picture('network')
  }
})

test('the drills, at both sizes in both themes', pictureTags(), async ({ openStation }) => {
  const packer = await packerAt((await openStation()).page())
  const { page } = packer
  await expect(page.getByText(/^Data from/)).toBeVisible()
  await packer.openStation()
  await packer.page.getByRole('contentinfo').getByRole('button', { name: 'Three-minute tour' }).click()
  const coach = page.getByRole('complementary', { name: 'Training tour' })
  const step = (title: string) => expect(coach.getByRole('heading')).toHaveText(title)
  const press = (name: string) => coach.getByRole('button', { name, exact: true }).click()
  const offered = async (words: string) => {
    await expect(coach.getByRole('figure')).toContainText(words)
    await expect(coach.getByRole('figure').locator('img')).toBeVisible()
    return (await coach.getByRole('figure').getAttribute('data-code')) ?? ''
  }
  const skipTo = async (title: string) => {
    await expect(async () => {
      if ((await coach.getByRole('heading').textContent()) !== title) await press('Skip')
      await expect(coach.getByRole('heading')).toHaveText(title, { timeout: 500 })
    }).toPass()
  }
  await step('Open an order')
  await skipTo('Drill: wrong item')
  await takePictures(page, 'drill-wrong-item-order')
  await packer.scan(await offered('Order '))
  const foreign = await offered('Item of another order')
  await takePictures(page, 'drill-wrong-item')
  await packer.scan(foreign)
  await expect(packer.error).toContainText('NOT in this order')
  await takePictures(page, 'drill-wrong-item-error')
  await packer.press('F2')
  await expect(packer.error).toBeHidden()
  await step('Drill: the network is gone')
  await press('Disconnect the network')
  await expect(packer.gate).toHaveText('Offline')
  await step('Pack without a network')
  await takePictures(page, 'drill-offline')
  await packer.tickAll()
  await packer.press('F9')
  await step('The network is back')
  await takePictures(page, 'drill-network-back')
  await press('Reconnect the network')
  await packer.everythingIsSent()
  await step('Drill: the order was canceled')
  await takePictures(page, 'drill-canceled')
  await packer.scan(await offered('Order '))
  await packer.scan(await offered('Item '))
  await press('Have it canceled')
  await expect(packer.alarm).toContainText('was canceled')
  await takePictures(page, 'drill-alarm')
  await packer.scan(COMMAND_CODES.acknowledge)
  await expect(packer.alarm).toBeHidden()
  await step('You have done the whole tour.')
  await takePictures(page, 'tour-done')
})
