import type { AccountMark } from '../../../shared/contract/views'
import classes from './account-name.module.css'

/** An account's name beside its color: never the color alone. */
export function AccountName({ name, color }: { name: string; color: AccountMark['color'] | null }) {
  return (
    <span className={classes['account']}>
      {color !== null && <span className={classes['swatch']} data-account={color} aria-hidden />}
      <span className={classes['name']}>{name}</span>
    </span>
  )
}
