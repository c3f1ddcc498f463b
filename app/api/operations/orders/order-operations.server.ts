import type { Operation } from '#app/api/operation.server.ts'
import { createOrder } from '#app/api/operations/orders/create-order.server.ts'
import { getShippingPrice } from '#app/api/operations/orders/freight.server.ts'
import { getOrder, listOrders } from '#app/api/operations/orders/orders.server.ts'

export const orderOperations: readonly Operation[] = [listOrders, getOrder, createOrder, getShippingPrice]
