import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { followPages, nextLink, readElements, readValue, type Page } from '../../../../src/main/partner/pages'
import { readCategory } from '../../../../src/shared/partner-api/category'

const URL_NOW = 'https://market.example/partner/api/v1.0/orders?page_size=2'

describe('the next link', () => {
  it.each([
    [
      'absolute',
      '<https://market.example/api?cursor=abc>; rel="next"',
      'https://market.example/api?cursor=abc',
    ],
    [
      'unquoted',
      '<https://market.example/api?cursor=abc>; rel=next',
      'https://market.example/api?cursor=abc',
    ],
    ['upper case', '<https://market.example/a>; rel="NEXT"', 'https://market.example/a'],
    ['a relative path', '</api?cursor=a%2Fb>; rel="next"', 'https://market.example/api?cursor=a%2Fb'],
    ['a query alone', '<?cursor=x>; rel="next"', 'https://market.example/partner/api/v1.0/orders?cursor=x'],
    ['among others', '</a>; rel="prev", </b>; rel="next", </c>; rel="last"', 'https://market.example/b'],
    ['several relations', '</b>; rel="next last"', 'https://market.example/b'],
    ['a comma and a semicolon inside', '</b?x=1,2;3>; rel="next"', 'https://market.example/b?x=1,2;3'],
    ['other attributes', '</b>; title="the; next, one"; rel="next"', 'https://market.example/b'],
    ['the default port', '<https://market.example:443/b>; rel="next"', 'https://market.example/b'],
    ['a fragment', '</b#here>; rel="next"', 'https://market.example/b'],
  ])('is found: %s', (_, header, expected) => {
    expect(nextLink('GET /x', header, URL_NOW)).toBe(expected)
  })

  it.each([
    ['http', URL_NOW, 'http://market.example/b?c=1', 'https://market.example/b?c=1'],
    ['http and its port', URL_NOW, 'http://market.example:80/b', 'https://market.example/b'],
    ['http and the port of https', URL_NOW, 'http://market.example:443/b', 'https://market.example/b'],
    [
      'http, having lost the port',
      'https://m.example:8443/a',
      'http://m.example/b',
      'https://m.example:8443/b',
    ],
    [
      'http and the same port',
      'https://m.example:8443/a',
      'http://m.example:8443/b',
      'https://m.example:8443/b',
    ],
  ])('is followed over https when a TLS front end makes the server write %s', (_, base, link, expected) => {
    expect(nextLink('GET /x', `<${link}>; rel="next"`, base)).toBe(expected)
  })

  it('is refused when it leads from http to https, a server of its own', () => {
    expect(() => nextLink('GET /x', '<https://m.example/b>; rel="next"', 'http://m.example/a')).toThrow(
      expect.objectContaining({ code: 'unexpected_answer' }),
    )
  })

  it.each([
    [null],
    [''],
    ['  '],
    ['</a>; rel="prev"'],
    ['</a>'],
    ['<>; rel="next"'],
    ['<null>; rel="next"'],
    ['<NULL>; rel="next", </a>; rel="prev"'],
    ['<undefined>; rel="next"'],
    ['<#>; rel="next"'],
  ])('is absent in %j', (header) => {
    expect(nextLink('GET /x', header, URL_NOW)).toBeNull()
  })

  it.each([
    ['another host', '<https://evil.example/api>; rel="next"'],
    ['another port', '<https://market.example:8443/api>; rel="next"'],
    ['another host without encryption', '<http://evil.example/api>; rel="next"'],
    ['another port without encryption', '<http://market.example:8080/api>; rel="next"'],
    ['another scheme', '<file:///etc/passwd>; rel="next"'],
    ['a host in disguise', '<//evil.example/api>; rel="next"'],
    ['a subdomain', '<https://a.market.example/api>; rel="next"'],
    ['no URL at all', '<https://>; rel="next"'],
  ])('is refused when it leads to %s', (_, header) => {
    expect(() => nextLink('GET /x', header, URL_NOW)).toThrow(
      expect.objectContaining({ code: 'unexpected_answer' }),
    )
  })

  it.each([['nonsense'], ['</a; rel="next"'], ['</a> rel="next"']])(
    'is refused when the header cannot be read, not taken for the last page: %j',
    (header) => {
      expect(() => nextLink('GET /x', header, URL_NOW)).toThrow(
        expect.objectContaining({ code: 'unexpected_answer' }),
      )
    },
  )
})

describe('following pages', () => {
  const page = (entry: number, next: string | null): Page<number> => ({
    entries: [entry],
    unreadable: [],
    next,
  })

  async function collect(pages: AsyncGenerator<Page<number>>): Promise<number[]> {
    const seen: number[] = []
    for await (const { entries } of pages) seen.push(...entries)
    return seen
  }

  it('yields every page to the end', async () => {
    const more = async (link: string) => page(Number(link), link === '4' ? null : String(Number(link) + 1))
    expect(await collect(followPages(async () => page(1, '2'), more))).toEqual([1, 2, 3, 4])
  })

  it('yields a single page and requests no more', async () => {
    const more = async (): Promise<Page<number>> => expect.fail('there is no next page')
    expect(await collect(followPages(async () => page(1, null), more))).toEqual([1])
  })

  it('continues after an empty page with a next link', async () => {
    const empty: Page<number> = { entries: [], unreadable: [], next: 'b' }
    expect(
      await collect(
        followPages(
          async () => empty,
          async () => page(2, null),
        ),
      ),
    ).toEqual([2])
  })

  it('requests a page only when the previous one was taken', async () => {
    let asked = 0
    const pages = followPages(
      async () => page(0, 'a'),
      async () => page(++asked, null),
    )
    await pages.next()
    expect(asked).toBe(0)
    await pages.next()
    expect(asked).toBe(1)
  })

  it.each([
    ['to itself', { a: 'a' }],
    ['over several', { a: 'b', b: 'c', c: 'a' }],
  ])('stops on a cycle: %s', async (_, links: Record<string, string>) => {
    const more = async (link: string) => page(1, links[link] ?? null)
    const pages = followPages(async () => page(0, 'a'), more)
    await expect(collect(pages)).rejects.toMatchObject({ code: 'unexpected_answer' })
  })

  it('stops when the pages do not end', async () => {
    let n = 0
    const pages = followPages(
      async () => page(0, 'first'),
      async () => page(++n, `link-${n}`),
      { maxPages: 5 },
    )
    await expect(collect(pages)).rejects.toMatchObject({ code: 'unexpected_answer' })
    expect(n).toBe(4)
  })

  it('accepts exactly as many pages as allowed', async () => {
    const more = async (link: string) => page(Number(link), link === '3' ? null : '3')
    expect(await collect(followPages(async () => page(1, '2'), more, { maxPages: 3 }))).toEqual([1, 2, 3])
  })

  it('passes a failure on', async () => {
    const failure = new Error('no network')
    const more = async (): Promise<Page<number>> => Promise.reject(failure)
    await expect(collect(followPages(async () => page(0, 'a'), more))).rejects.toBe(failure)
  })
})

describe('reading elements', () => {
  const schema = z.looseObject({ id: z.int(), name: z.string() })

  it('keeps the readable ones in order and sets the others aside unchanged', async () => {
    const bad = { id: 'two', name: 7 }
    const read = await readElements(
      [{ id: 1, name: 'a', extra: true }, bad, null, { id: 3, name: 'c' }],
      schema,
    )
    expect(read.entries).toEqual([
      { id: 1, name: 'a', extra: true },
      { id: 3, name: 'c' },
    ])
    expect(read.unreadable.map(({ raw }) => raw)).toEqual([bad, null])
    expect(read.unreadable[0]?.problem).toMatch(/^id: .*; name: /)
  })

  it('names the problem without quoting the element', () => {
    const read = readValue(z.object({ email: z.int() }), { email: 'jo@example.com' })
    expect(read).toMatchObject({ ok: false })
    expect(JSON.stringify(read)).not.toContain('jo@example.com')
  })

  it('refuses an id that JSON cannot carry exactly', async () => {
    const read = await readElements([JSON.parse('{"id":9007199254740993,"name":"a"}')], schema)
    expect(read.unreadable).toHaveLength(1)
  })

  it('lets the event loop turn while it reads a long page', async () => {
    let turns = 0
    const turn = setInterval(() => (turns += 1), 0)
    const elements = Array.from({ length: 200 }, (_, id) => ({ id, name: 'a' }))
    const schema = z.looseObject({ id: z.int() }).refine(() => {
      // Slow enough that the timer is due in each turn.
      const untilMs = performance.now() + 0.1
      while (performance.now() < untilMs);
      return true
    })
    const read = await readElements(elements, schema)
    clearInterval(turn)
    expect(read.entries).toEqual(elements)
    expect(turns).toBeGreaterThan(3)
  })

  it('survives a hostile depth', () => {
    const depth = 200_000
    let deepest: unknown = { id: 1, name: 'leaf' }
    for (let level = 0; level < depth; level++) deepest = { id: 1, name: 'n', children: [deepest] }
    expect(readValue(readCategory, deepest)).toMatchObject({ ok: false, problem: 'nested too deeply' })
  })
})
