import { z } from 'zod'

/**
 * Loaded before any schema is made. SECURITY: `jitless`, because the window's policy refuses the eval with which zod
 * otherwise compiles its schemas. The message of a problem is a code that the form has words for: the schema's own, or
 * one of these.
 */
z.config({
  jitless: true,
  customError: ({ code, input, ...issue }) => {
    if (code === 'too_small' || input === null) return 'missing'
    return code === 'invalid_format' && issue['format'] === 'url' ? 'not_url' : 'wrong'
  },
})
