/**
 * Names on the wire.
 * @see partner-api "Authentication", "Versioning"
 */
export const ACCESS_TOKEN_HEADER = 'X-Partner-Access-Token'
export const API_PREFIX = '/api/v1.0'

/** Paths of the twelve endpoints; identifiers are escaped. @see partner-api "Endpoints" */
export const partnerPaths = {
  items: () => `${API_PREFIX}/items`,
  item: (itemNumber: string) => `${API_PREFIX}/items/${encodeURIComponent(itemNumber)}`,
  orders: () => `${API_PREFIX}/orders`,
  order: (orderId: number) => `${API_PREFIX}/orders/${orderId}`,
  shipments: (orderId: number) => `${API_PREFIX}/orders/${orderId}/shipments`,
  shipment: (orderId: number, shipmentId: number) =>
    `${API_PREFIX}/orders/${orderId}/shipments/${shipmentId}`,
  refund: (orderId: number) => `${API_PREFIX}/orders/${orderId}/refund`,
  cancel: (orderId: number) => `${API_PREFIX}/orders/${orderId}/cancel`,
  categories: () => `${API_PREFIX}/categories`,
} as const
