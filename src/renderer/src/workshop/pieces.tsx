import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { COMMAND_NAMES } from '../../../shared/domain/scanning/command'
import type { LineView } from '../../../shared/contract/views'
import { LineRow } from '../features/order/lines/line-row'
import { FeedbackIcon } from '../features/scan/feedback-icons'
import { StateBadge } from '../features/items/state-badge'
import { OpStateBadge, OrderState } from '../parts/state-chip'
import { CommandKey } from '../parts/command-key'
import { FieldList } from '../parts/field-list'
import { HistoryList } from '../features/outbox/op/history-list'
import { entryOf } from '../parts/time/typed-time'
import { TimeField } from '../parts/time/time-field'
import { useZone } from '../parts/time/use-zone'
import { DialogButtons } from '../ui/dialog-buttons'
import { exampleLine, exampleOrder, minutesAgo } from './example-station'
import type { BenchState } from './states'

const OP_STATES = ['ready', 'sending', 'unknown', 'confirmed', 'held', 'discarded'] as const
const ORDER_STATES = ['new', 'paid', 'shipped', 'delivered', 'canceling', 'canceled', 'a state of tomorrow']
const ITEM_STATES = ['processing', 'listed', 'ready_to_delete', 'deleted', 'a state of tomorrow']
const KINDS = [
  'line_chosen',
  'packed',
  'order_opened',
  'already_scanned',
  'foreign',
  'unknown',
  'order_canceled',
  'locked',
  'torn',
  'held_elsewhere',
  'told',
  'failed',
] as const

export function Pieces({ states }: { states: readonly BenchState[] }) {
  return (
    <Stack p="xl" gap="xl">
      <Title order={1}>Workshop</Title>
      <Piece name="States of the bench">
        <Group component="nav">
          {states.map(({ name }, index) => (
            <Anchor key={name} href={`?state=${index}`}>
              {name}
            </Anchor>
          ))}
        </Group>
      </Piece>
      <Piece name="Buttons">
        <Group>
          {(['filled', 'outline', 'default', 'subtle'] as const).map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          <Button color="red">red</Button>
          <Button disabled>disabled</Button>
          <Button loading>loading</Button>
        </Group>
        <DialogButtons>
          <Button variant="default">Cancel</Button>
          <Button>Save</Button>
        </DialogButtons>
      </Piece>
      <Piece name="Lines">
        <Lines />
      </Piece>
      <Piece name="States of an operation">
        <Group>
          {OP_STATES.map((state) => (
            <OpStateBadge key={state} state={state} />
          ))}
        </Group>
      </Piece>
      <Piece name="States of an order">
        <Group>
          {ORDER_STATES.map((state) => (
            <OrderState key={state} order={exampleOrder(1, { state, canceled: state === 'canceled' })} />
          ))}
        </Group>
      </Piece>
      <Piece name="States of an item">
        <Group>
          {ITEM_STATES.map((state) => (
            <StateBadge key={state} state={state} />
          ))}
        </Group>
      </Piece>
      <Piece name="Answers to a scan">
        <Group gap="xl">
          {KINDS.map((kind) => (
            <Stack key={kind} gap={4} align="center">
              <FeedbackIcon kind={kind} size={40} />
              <Text size="sm">{kind}</Text>
            </Stack>
          ))}
        </Group>
      </Piece>
      <Piece name="Keys of the commands">
        <Group>
          {COMMAND_NAMES.map((command) => (
            <Group key={command} gap={6}>
              <CommandKey command={command} />
              <Text>{command}</Text>
            </Group>
          ))}
        </Group>
      </Piece>
      <Piece name="A time">
        <Time />
      </Piece>
      <Piece name="Fields of an item">
        <FieldList
          of="item"
          fields={{
            item_number: '4006381333931',
            price: 2_499,
            sold_out: false,
            photos: [],
            tomorrow: { a: 1 },
          }}
        />
      </Piece>
      <Piece name="A history">
        <HistoryList
          entries={(['capture', 'hold', 'discard'] as const).map((event, index) => ({
            seq: 1,
            kind: 'create_shipment',
            event,
            at: minutesAgo(30 - index),
            by: event === 'hold' ? null : 'Kim',
            fromFile: false,
            error: event === 'hold' ? { code: 'rejected', status: 422 } : null,
            note: null,
          }))}
        />
      </Piece>
    </Stack>
  )
}

function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <Title order={2} size="h4" mb="xs">
        {name}
      </Title>
      {children}
    </section>
  )
}

function Lines() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([2]))
  const toggle = (lineId: number) =>
    setChosen(
      (before) =>
        new Set(before.has(lineId) ? [...before].filter((id) => id !== lineId) : [...before, lineId]),
    )
  const row = (line: LineView, packable: boolean, shipmentIndex: number | null) => (
    <LineRow
      key={line.lineId}
      line={line}
      packable={packable}
      packed={!packable}
      held={false}
      shipmentIndex={shipmentIndex}
      byHand={chosen.has(line.lineId)}
      chosen={chosen.has(line.lineId)}
      folded={!packable}
      onToggle={toggle}
    />
  )
  return (
    <>
      {row(exampleLine(1), true, null)}
      {row(exampleLine(2), true, null)}
      {row(exampleLine(3, { shipmentId: 'shipment' }), false, 1)}
      {row(
        exampleLine(4, { elsewhere: { station: 'Station 2', operator: 'Kim', at: minutesAgo(4) } }),
        false,
        null,
      )}
    </>
  )
}

function Time() {
  const zone = useZone()
  const [entry, setEntry] = useState(() => entryOf(Date.now() - 600_000, zone))
  return (
    <TimeField
      label="Shipped at"
      entry={entry}
      onChange={setEntry}
      problem={entry.text === '' ? 'missing' : null}
      known={{ packedAt: '', shippedAt: '' }}
    />
  )
}
