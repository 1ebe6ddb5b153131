import type { FastifyInstance } from 'fastify'
import { CATEGORY_TREE } from '../sample/categories'

/** @see partner-api "GET /api/v1.0/categories" */
export function categoryRoutes(api: FastifyInstance): void {
  api.get('/categories', (_request, reply) => reply.send(CATEGORY_TREE))
}
