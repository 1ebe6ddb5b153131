import { Alert, Button, Select, TextInput } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useMemo, type KeyboardEvent } from 'react'
import { isFoundBy, type LeafCategory } from '../../../../../shared/domain/items/category'
import { sizeCodeWords } from '../../../../../shared/domain/text/codes'
import { useAct, useRead } from '../../../parts/use-read'
import { wordsOfError, useTranslation } from '../../../locales/i18n'
import { Section, type FormPart } from './item-form-fields'
import { ofCategory } from './item-schema'
import classes from '../items.module.css'
import { ProposedInput } from './proposed-input'

/** Further categories are found by typing. */
const SHOWN = 60

/** The category, chosen from the leaves of the tree, and the size, as the category's rules require. */
export function CategoryFields(part: FormPart & { leaf: LeafCategory | null }) {
  const { t } = useTranslation()
  const { leaf } = part
  return (
    <Section title={t('items.form.category')}>
      <CategoryPicker {...part} />
      {leaf === null ? (
        <p className={classes['hint']}>{t('items.form.pickCategory')}</p>
      ) : (
        <SizeFields {...part} leaf={leaf} />
      )}
    </Section>
  )
}

function CategoryPicker({ form, field, leaf }: FormPart & { leaf: LeafCategory | null }) {
  const { t } = useTranslation()
  const { value: leaves, error, take } = useRead('items:category', { refresh: false })
  const refresh = useAct('items:category')
  const data = useMemo(
    () => (leaves ?? []).map(({ id, path }) => ({ value: String(id), label: path.join(' › ') })),
    [leaves],
  )
  return (
    <>
      <div className={classes['picker']}>
        <Select
          className={classes['grow'] ?? ''}
          label={t('items.fields.category_id')}
          description={t('items.form.categoryHint')}
          searchable
          onKeyDown={keepEnter}
          limit={SHOWN}
          maxDropdownHeight={360}
          nothingFoundMessage={t('items.form.categoryNone')}
          classNames={{ option: classes['option'] ?? '' }}
          data={data}
          filter={({ options, search }) =>
            options.filter((option) => 'label' in option && isFoundBy(option.label, search))
          }
          value={leaf === null ? null : String(leaf.id)}
          onChange={(value) => {
            const picked = leaves?.find(({ id }) => String(id) === value) ?? null
            if (picked?.id !== form.values.category_id) form.setValues(ofCategory(picked))
          }}
          error={field('category_id').error}
        />
        <Button
          variant="default"
          leftSection={<IconRefresh aria-hidden />}
          loading={refresh.asked !== null}
          onClick={() => void refresh.perform({ refresh: true }).then((answer) => answer && take(answer))}
        >
          {t('items.form.categoriesRefresh')}
        </Button>
      </div>
      {error !== null && (
        <Alert role="alert" color="red" mt="sm">
          {t('items.form.categoriesMissing', { why: wordsOfError(t, error) })}
        </Alert>
      )}
    </>
  )
}

/** Enter picks the selected list entry; it never submits the form, however early it comes. */
function keepEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

function SizeFields({ form, field, leaf }: FormPart & { leaf: LeafCategory }) {
  const { t } = useTranslation()
  const { scale } = form.values.size
  const sizes = leaf.allowedSizes ?? {}
  const scales = Object.keys(sizes)
  if (scales.length === 0) return <p className={classes['hint']}>{t('items.form.noSizes')}</p>
  const names = Object.hasOwn(sizes, scale) ? (sizes[scale] ?? []) : []
  const optional = t('items.form.optional')
  const list = {
    allowDeselect: false,
    onKeyDown: keepEnter,
    classNames: { option: classes['option'] ?? '' },
    maxDropdownHeight: 300,
  }
  return (
    <div className={classes['quad']}>
      <Select
        {...list}
        label={t('items.form.sizeScale')}
        data={scales.map((value) => ({ value, label: sizeCodeWords(value) }))}
        {...field('size.scale')}
        onChange={(value: string | null) =>
          form.setFieldValue('size', { ...form.values.size, scale: value ?? '', name: '' })
        }
      />
      <Select
        {...list}
        label={t('items.fields.size')}
        searchable
        data={[...new Set(names)]}
        {...field('size.name')}
        error={field('size').error ?? field('size.name').error}
      />
      <ProposedInput
        used="size.type"
        {...field('size.type')}
        label={
          leaf.sizingType === null ? `${t('items.form.sizeType')} (${optional})` : t('items.form.sizeType')
        }
      />
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        {...field('size.sizing_id')}
        label={`${t('items.fields.sizing_id')} (${optional})`}
      />
    </div>
  )
}
