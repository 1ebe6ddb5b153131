import { getTreeExpandedState, Tree, useTree, type RenderTreeNodePayload } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Category } from '../../../../shared/partner-api/category'
import { useLocale, useTranslation } from '../../locales/i18n'
import classes from './categories.module.css'
import { useChosenCategory } from './use-categories'

type Node = { value: string; label: string; items: number; children?: Node[] }
type Props = {
  nodes: readonly Category[]
  /** What a search finds is open as far as it has room; everything else is opened by hand. */
  isSearched: boolean
  items: Readonly<Record<number, number>>
}

/** So many categories are shown open after a search. */
const MOST_OPEN = 300

export function CategoryTree({ nodes, isSearched, items }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const [chosen, choose] = useChosenCategory()
  const data = useMemo(() => nodes.map((node) => nodeOf(node, items)), [nodes, items])
  const tree = useTree({
    initialExpandedState: getTreeExpandedState(data, isSearched && countOf(data) <= MOST_OPEN ? '*' : []),
  })
  const row = ({ node, expanded, hasChildren, elementProps, level }: RenderTreeNodePayload) => {
    const { items: count, value } = node as unknown as Node
    return (
      <div
        {...elementProps}
        className={`${elementProps.className} ${classes['node']} ${Number(value) === chosen ? classes['chosen'] : ''}`}
        style={{ ...elementProps.style, paddingInlineStart: `${0.75 + (level - 1) * 1.5}rem` }}
        onClick={(event) => {
          elementProps.onClick(event)
          choose(Number(value))
        }}
      >
        {hasChildren ? (
          <IconChevronRight
            className={expanded ? classes['open'] : undefined}
            size={20}
            stroke={1.75}
            aria-hidden
          />
        ) : (
          <span className={classes['leaf']} aria-hidden />
        )}
        <span className={classes['name']}>{node.label}</span>
        {count > 0 && (
          <span className={classes['count']} title={t('categories.items', { count })}>
            {count.toLocaleString(locale)}
          </span>
        )}
      </div>
    )
  }
  return (
    <Tree
      className={classes['tree'] ?? ''}
      aria-label={t('categories.tree')}
      data={data}
      tree={tree}
      levelOffset={0}
      expandOnSpace
      renderNode={row}
      onFocus={({ target }) => {
        const value = (target as HTMLElement).dataset['value']
        if (value !== undefined && Number(value) !== chosen) choose(Number(value))
      }}
    />
  )
}

/** A category counts what is in those below it, too. */
function nodeOf(category: Category, items: Props['items']): Node {
  const children = (category.children ?? []).map((child) => nodeOf(child, items))
  const below = children.reduce((sum, child) => sum + child.items, 0)
  return {
    value: String(category.id),
    label: category.name,
    items: (items[category.id] ?? 0) + below,
    ...(children.length === 0 ? {} : { children }),
  }
}

function countOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + countOf(children ?? []), 0)
}
