import { expect, test } from '../support/bench'
import { speak } from '../support/station-menu'
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
    await speak(page, language)
    await packer.press('F1')
    await expect(packer.form).toBeVisible()
    await expect(
      packer.form.getByRole('button').last(),
      `${language}: the way out is in sight`,
    ).toBeInViewport()
    await takePicture(page, `help-${language}`)
    await packer.press('Escape')
    await expect(packer.form).toBeHidden()
    await takePicture(page, `sound-${language}`)
  }
})
