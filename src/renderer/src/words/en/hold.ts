/** Orders that wait too long, and orders that were set aside. */

export const hold = {
  button: 'Put on hold',
  title: 'Put order {{orderId}} on hold',
  text: 'It leaves the orders to pack, on this station only, until somebody takes the hold off.',
  reason: 'Reason',
  reasons: {
    missing: 'Item missing',
    damaged: 'Item damaged',
    address: 'Question about the address',
    supervisor: 'Waits for the supervisor',
  },
  needReason: 'Choose or enter a reason.',
  yes: 'Put on hold',
  back: 'Back',
  banner: 'On hold: {{reason}}',
  bannerText: 'By {{by}}, {{age}}. It cannot be packed until the hold is taken off.',
  releaseTitle: 'Take the hold off order {{orderId}}?',
  release: 'Take the hold off',
  marker: 'On hold',
} as const

export const urgency = {
  filterLabel: 'Only these',
  filters: { any: 'All of them', late: 'Late', one_item: 'One item', begun: 'Begun' },
  late: '{{age}} late',
  today: 'Due today, {{at}}',
} as const
