import type { Operation } from '#app/api/operation.server.ts'
import { getBoleto, makeBoleto } from '#app/api/operations/orders/boleto.server.ts'
import { createOrder } from '#app/api/operations/orders/create-order.server.ts'
import { getShippingPrice } from '#app/api/operations/orders/freight.server.ts'
import {
  rejectOrder,
  updateOrder,
  updateOrderNfe,
  updateOrderStatus,
} from '#app/api/operations/orders/order-changes.server.ts'
import { getOrderImage, uploadOrderImage } from '#app/api/operations/orders/order-images.server.ts'
import { addOrderLine } from '#app/api/operations/orders/order-line.server.ts'
import { getOrder, listOrders } from '#app/api/operations/orders/orders.server.ts'

export const orderOperations: readonly Operation[] = [
  listOrders,
  getOrder,
  createOrder,
  addOrderLine,
  updateOrder,
  updateOrderStatus,
  updateOrderNfe,
  rejectOrder,
  makeBoleto,
  getBoleto,
  getShippingPrice,
  uploadOrderImage,
  getOrderImage,
]
