import { expect, test } from '../support/bench'
import { pictureTags, takePicture, takePictures } from '../support/pictures'

/** Screens of the bench that are rarely seen in a shift. */

test.slow()

test('the help with the commands, and the sounds', pictureTags(), async ({ openBench }) => {
  const { packer } = await openBench({ orders: [{ lines: 2 }] })
  const { page } = packer
  await packer.press('F1')
  await expect(packer.form).toContainText('PACK PART')
  await expect(packer.form.getByRole('button', { name: 'Close' }).last()).toBeInViewport()
  await takePictures(page, 'help')
  await packer.press('Escape')
  await expect(packer.form).toBeHidden()
  await packer.goTo('Settings')
  await page.getByRole('tab', { name: 'Sound' }).click()
  await expect(page.getByRole('slider', { name: 'Volume' })).toBeVisible()
  await takePictures(page, 'sound')
  for (const language of ['Deutsch', 'Français', 'Español']) {
    await page.getByRole('contentinfo').getByRole('button').last().click()
    await page.getByRole('menuitem', { name: language }).click()
    // The menu fades out; a screenshot of it half gone is not a real screen.
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    await packer.press('F1')
    await expect(packer.form).toBeVisible()
    await expect(
      packer.form.getByRole('button').last(),
      `${language}: the way out is in sight`,
    ).toBeInViewport()
    await takePicture(page, `help-${language}`)
    await packer.press('Escape')
    await expect(packer.form).toBeHidden()
    const header = await page.getByRole('banner').evaluate((element) => element.clientHeight)
    expect(header, `${language}: one row`).toBeLessThan(70)
    await takePicture(page, `sound-${language}`)
  }
})
