import { expect, it } from 'vitest'
import { readCommand } from '../../../../src/main/app/command'

const read = (...argv: string[]) => readCommand(argv, '/srv/bench')

it('leaves the other flags to the options', () => {
  expect(read('--training', '--no-open')).toEqual({
    ok: true,
    command: null,
    argv: ['--training', '--no-open'],
  })
  expect(read('--data-dir=d', '--backups', '--training')).toEqual({
    ok: true,
    command: { name: 'backups' },
    argv: ['--data-dir=d', '--training'],
  })
})

it.each([
  ['--backup', { name: 'backup', folder: null }],
  ['--backup=copies', { name: 'backup', folder: '/srv/bench/copies' }],
  ['--restore=/mnt/a=b.sqlite', { name: 'restore', file: '/mnt/a=b.sqlite' }],
  ['--export=.', { name: 'export', folder: '/srv/bench', account: null }],
  ['--anonymize=100001', { name: 'anonymize', orderId: 100_001 }],
])('reads %s', (flag, command) => {
  expect(read(flag)).toEqual({ ok: true, command, argv: [] })
})

it.each([
  [['--backup='], '--backup needs a folder after "=", or no "="'],
  [['--backups=3'], '--backups takes no value'],
  [['--restore'], '--restore needs a file: --restore=FILE'],
  [['--restore= '], '--restore needs a file: --restore=FILE'],
  [['--export'], '--export needs a folder: --export=FOLDER'],
  [['--anonymize=0'], '--anonymize needs the number of an order: --anonymize=ORDER_ID'],
  [['--anonymize'], '--anonymize needs the number of an order: --anonymize=ORDER_ID'],
  [['--account=A'], '--account=NAME is given once, with --export'],
  [['--backup', '--account=A'], '--account=NAME is given once, with --export'],
  [['--export=.', '--account= '], '--account=NAME is given once, with --export'],
  [['--backup', '--restore=x'], 'only one command can be given at a time; see --help'],
])('refuses %j', (argv, message) => {
  expect(read(...argv)).toEqual({ ok: false, message, exitCode: 2 })
})

it('takes nothing for a command that only begins like one', () => {
  expect(read('--backup-now')).toMatchObject({ command: null, argv: ['--backup-now'] })
})

it('reads which account is exported', () => {
  const command = { name: 'export', folder: '/srv/bench', account: 'Brand A' }
  expect(read('--account=Brand A', '--export=.')).toEqual({ ok: true, command, argv: [] })
})
