import { expect, test } from '../support/bench'
import { PICTURES_TAG, takePictures } from '../support/pictures'

test(
  'the category tree is searched, opened by keyboard, and says what is allowed and what is ours',
  { tag: [PICTURES_TAG] },
  async ({ openBench }) => {
    test.slow()
    const { packer, marketplace } = await openBench({ orders: [], items: 130 })
    const { page } = packer
    await packer.goTo('Items')
    // What the account has is counted from the items that the station has read.
    await expect(page.getByRole('rowgroup', { name: 'List of items' }).getByRole('row')).not.toHaveCount(0)
    await packer.choose('Categories')
    const tree = page.getByRole('tree', { name: 'Tree of categories' })
    const details = page.getByRole('region', { name: 'Chosen category' })
    await expect(tree.getByRole('treeitem')).not.toHaveCount(0)
    await expect(page.getByText('Midi Dresses')).toHaveCount(0)

    await page.getByRole('textbox', { name: 'Find by name or ID' }).fill('dresses midi')
    await page.getByText('Midi Dresses').click()
    await expect(details).toContainText("Women's Clothing › Dresses")
    await expect(details.getByRole('list', { name: 'Letter' })).toContainText('XXL')
    await expect(details).toContainText('Letter M (from above)')
    await expect(details).toContainText(/\d+ Listed/)
    await takePictures(page, 'categories')

    await page.getByRole('textbox', { name: 'Find by name or ID' }).fill('')
    await tree.getByRole('treeitem').first().focus()
    await packer.press('ArrowRight')
    await packer.press('ArrowDown')
    await expect(details).toContainText('Only groups other categories')
    await page.getByRole('textbox', { name: 'Find by name or ID' }).fill('no such category')
    await expect(page.getByText('No category matches.')).toBeVisible()

    await marketplace.goOffline()
    await page.getByRole('button', { name: 'Read categories again' }).click()
    await expect(page.getByRole('alert')).toContainText('categories')
    await page.getByRole('textbox', { name: 'Find by name or ID' }).fill('4100')
    await expect(page.getByText('Casual')).toBeVisible()
    await packer.press('Escape')
    await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible()
  },
)
