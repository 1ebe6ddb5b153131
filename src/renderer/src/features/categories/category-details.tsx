import { IconCategory2 } from '@tabler/icons-react'
import { categoryIn, isLeaf, type LeafCategory } from '../../../../shared/domain/items/category'
import { sizeCodeWords } from '../../../../shared/domain/text/codes'
import { useRead } from '../../parts/use-read'
import { EmptyState } from '../../parts/empty-state'
import { genderWords, itemStateWords } from '../../parts/state-words'
import { useLocale, useTranslation } from '../../locales/i18n'
import classes from './categories.module.css'
import { useCategories, useChosenCategory } from './use-categories'

/** Fields with a row of their own; all others are shown as they came. */
const KNOWN = new Set(['id', 'name', 'gender', 'sizing_type', 'allowed_sizes', 'default_size', 'children'])

/** What the chosen category is and allows, what it inherits, and what the account has in it. */
export function CategoryDetails() {
  const { t } = useTranslation()
  const tree = useCategories().value?.tree ?? null
  const [chosen] = useChosenCategory()
  const found = tree === null || chosen === null ? null : categoryIn(tree, chosen)
  if (found === null)
    return (
      <section className={classes['card']}>
        <EmptyState icon={IconCategory2}>{t('categories.choose')}</EmptyState>
      </section>
    )
  const { node, here } = found
  const unknown = Object.entries(node).filter(([name]) => !KNOWN.has(name))
  return (
    <section className={`${classes['card']} ${classes['details']}`} aria-label={t('categories.chosen')}>
      <p className={classes['path']}>{here.path.slice(0, -1).join(' › ')}</p>
      <h2 className={classes['heading']}>{here.name}</h2>
      <dl className={classes['facts']}>
        <Fact name={t('categories.id')} value={String(here.id)} isCode />
        <Fact
          name={t('categories.kind')}
          value={t(isLeaf(node) ? 'categories.isLeaf' : 'categories.isBranch')}
        />
        <Fact
          name={t('categories.gender')}
          value={here.gender === null ? null : genderWords(t, here.gender)}
          isInherited={node.gender == null}
        />
        <Fact
          name={t('categories.sizingType')}
          value={here.sizingType === null ? null : sizeCodeWords(here.sizingType)}
          isInherited={node.sizing_type == null}
        />
        <Fact
          name={t('categories.defaultSize')}
          value={
            here.defaultSize === null
              ? null
              : `${sizeCodeWords(here.defaultSize.scale)} ${here.defaultSize.name}`
          }
          isInherited={node.default_size == null}
        />
        {unknown.map(([name, value]) => (
          <Fact key={name} name={name} value={JSON.stringify(value)} isCode />
        ))}
      </dl>
      <Sizes here={here} isInherited={node.allowed_sizes == null} />
      {isLeaf(node) && <Items />}
    </section>
  )
}

type FactProps = { name: string; value: string | null; isInherited?: boolean; isCode?: boolean }

function Fact({ name, value, isInherited = false, isCode = false }: FactProps) {
  const { t } = useTranslation()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value === null ? (
          <span className={classes['quiet']}>{t('items.none')}</span>
        ) : (
          <span className={isCode ? classes['code'] : undefined}>{value}</span>
        )}
        {value !== null && isInherited && (
          <span className={classes['quiet']}> {t('categories.inherited')}</span>
        )}
      </dd>
    </div>
  )
}

function Sizes({ here, isInherited }: { here: LeafCategory; isInherited: boolean }) {
  const { t } = useTranslation()
  const scales = Object.entries(here.allowedSizes ?? {})
  return (
    <>
      <h3 className={classes['subheading']}>
        {t('categories.allowedSizes')}
        {scales.length > 0 && isInherited && (
          <span className={classes['quiet']}> {t('categories.inherited')}</span>
        )}
      </h3>
      {scales.length === 0 && <p className={classes['quiet']}>{t('items.form.noSizes')}</p>}
      {scales.map(([scale, names]) => (
        <div key={scale} className={classes['scale']}>
          <span>{sizeCodeWords(scale)}</span>
          <ul className={classes['sizes']} aria-label={sizeCodeWords(scale)}>
            {[...new Set(names)].map((name) => (
              <li
                key={name}
                className={
                  here.defaultSize?.scale === scale && here.defaultSize.name === name
                    ? classes['default']
                    : undefined
                }
              >
                {name}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

function Items() {
  const { t } = useTranslation()
  const locale = useLocale()
  const [categoryId] = useChosenCategory()
  const { value: items } = useRead('items:of-category', categoryId === null ? null : { categoryId })
  return (
    <>
      <h3 className={classes['subheading']}>{t('categories.ours')}</h3>
      {items?.length === 0 && <p className={classes['quiet']}>{t('categories.noItems')}</p>}
      <ul className={classes['states']}>
        {(items ?? []).map(({ state, items: count }) => (
          <li key={state}>
            <strong>{count.toLocaleString(locale)}</strong> {itemStateWords(t, state)}
          </li>
        ))}
      </ul>
    </>
  )
}
