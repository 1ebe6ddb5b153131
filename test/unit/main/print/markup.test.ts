import { expect, test } from 'vitest'
import { Markup, markup } from '../../../../src/main/print/markup'

test('a text never becomes markup, wherever it is inserted', () => {
  const name = `<img src=x onerror="alert(1)"> & 'Söhne'`
  const { html } = markup`<p title="${name}">${name}</p>`
  expect(html).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Söhne&#39;">' +
      '&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;Söhne&#39;</p>',
  )
})

test('a typed entity stays as typed', () => {
  expect(markup`${'&lt;b&gt;'}`.html).toBe('&amp;lt;b&amp;gt;')
})

test('markup is inserted unchanged, in lists too; numbers and nothing as well', () => {
  const items = ['a', '<b>'].map((text) => markup`<li>${text}</li>`)
  expect(markup`<ul>${items}</ul>${new Markup('<hr>')}${7}${null}`.html).toBe(
    '<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>7',
  )
})
