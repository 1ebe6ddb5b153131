import { describe, expect, it } from 'vitest'
import { findLink } from '../../../../src/main/partner/link-header'

const next = (header: string) => findLink(header, 'next')

describe('the link with a relation', () => {
  it.each([
    ['after a link with a parameter without a value', '</a>; rel=preload; crossorigin, </n>; rel="next"'],
    ['after a parameter with "=" and no value', '</a>; rel=preload; as=, </n>; rel="next"'],
    ['with a parameter without a value itself', '</n>; crossorigin; rel=next'],
    ['after an empty element', ', </n>; rel="next"'],
    ['after a double comma', '</a>; rel=prev,, </n>; rel=next'],
    ['before a comma', '</n>; rel=next ,'],
    ['joined with a second, empty header', '</n>; rel="next", '],
    ['joined with a first, empty header', ', </n>; rel="next"'],
    ['without blanks', '</a>;rel=prev,</n>;rel=next'],
    ['with blanks around everything', '  </n>\t; \t rel \t=  "next"  '],
    ['on a folded line', '</a>; rel=prev,\r\n </n>; rel=next'],
    ['with an empty parameter', '</n>;; rel=next;'],
    ['with names in upper case', '</n>; REL="NEXT"'],
    ['with several relations', '</n>; rel="last  next\thttps://example.com/rel"'],
    ['in single relations of other names', '</a>; rel="nextish not-next", </n>; rel=next'],
    [
      'with quotes, a comma and angle brackets in a title',
      '</a>; title="a \\"<b>\\", </c>; rel=next", </n>; rel=next',
    ],
    ['with escaped letters', '</n>; rel="n\\ext"'],
    ['first of two', '</n>; rel=next, </o>; rel=next'],
    ['with a second rel that does not count', '</a>; rel=prev; rel=next, </n>; rel=next'],
    ['with a rel* that is no rel', "</a>; rel*=UTF-8''next, </n>; rel=next"],
    ['with an encoded title', "</n>; title*=UTF-8'de'n%c3%a4chstes; rel=next"],
    ['after a link of another resource', '</a>; rel=next; anchor="/other", </n>; rel=next'],
    ['after the link of the reverse relation', '</a>; rev=next, </n>; rel=next'],
    ['with an unquoted path in a parameter', '</n>; type=text/html; rel=next'],
    ['with blanks in its target', '< /n >; rel=next'],
    ['after something that is no link', 'nonsense; rel=next, </n>; rel=next'],
    ['after a link that goes on oddly', '</a> rel="x", </n>; rel=next'],
  ])('is found %s', (_, header) => {
    expect(next(header).target).toBe('/n')
  })

  it.each([
    ['an empty header', ''],
    ['commas alone', ' , ,, '],
    ['a link without parameters', '</a>'],
    ['another relation', '</a>; rel=prev'],
    ['the relation of another resource', '</a>; rel=next; anchor="#part"'],
    ['the relation in a title', '</a>; title="; rel=next"; rel=prev'],
    ['a parameter without a value that is called rel', '</a>; rel'],
  ])('is absent in %s, which is no error', (_, header) => {
    expect(next(header)).toEqual({ target: null, broken: false })
  })

  it.each([
    ['text', 'nonsense'],
    ['a target without an end', '</n; rel="next"'],
    ['no semicolon', '</n> rel="next"'],
    ['a quote without an end', '</n>; rel="next'],
    ['JSON', '{"next": "/n"}'],
    ['a comma in quotes of something that is no link', 'x "a, </n>; rel=next"'],
    ['an unfinished quote before it', '</a>; title="a, </n>; rel=next'],
    ['a second half', 'cursor=2>; rel="next"'],
  ])('may be hidden in %s', (_, header) => {
    expect(next(header)).toEqual({ target: null, broken: true })
  })
})
