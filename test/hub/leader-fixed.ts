import type { LeaderSchedule } from './leader-run'

/** What may happen to stations of which one reads for all. The gate plays the first two. */
export const LEADER_SCHEDULES: readonly LeaderSchedule[] = [
  {
    name: 'the leader is killed',
    servers: 1,
    strike: ({ leader }) => leader.kill(),
    oneOf: ({ followers }) => followers,
    others: () => [],
    away: ({ leader }) => [leader],
    heal: ({ leader }) => leader.start(),
  },
  {
    name: 'the leader loses the hub',
    servers: 1,
    strike: ({ world, leader }) => world.hub.forEach((server) => leader.cut(server)),
    oneOf: ({ followers }) => followers,
    others: ({ leader }) => [leader],
    away: () => [],
    heal: ({ world, leader }) => world.hub.forEach((server) => leader.join(server)),
  },
  {
    name: 'a follower loses the hub',
    servers: 1,
    strike: ({ world, followers: [one] }) => world.hub.forEach((server) => one.cut(server)),
    oneOf: ({ leader, followers: [, other] }) => [leader, other],
    others: ({ followers: [one] }) => [one],
    away: () => [],
    heal: ({ world, followers: [one] }) => world.hub.forEach((server) => one.join(server)),
  },
  {
    name: 'the leader loses the marketplace',
    servers: 1,
    strike: ({ world, leader }) => leader.cut(world.market.computer),
    oneOf: ({ followers }) => followers,
    others: () => [],
    away: ({ leader }) => [leader],
    heal: ({ world, leader }) => leader.join(world.market.computer),
  },
  ...[0, 1, 2].map((server): LeaderSchedule => ({
    name: `server ${server + 1} of three is killed`,
    servers: 3,
    strike: ({ world }) => world.servers[server]?.kill(),
    oneOf: ({ world }) => world.stations,
    others: () => [],
    away: () => [],
    heal: ({ world }) => world.servers[server]?.start(),
  })),
]
