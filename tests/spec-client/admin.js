import { createOrder, orderDetail, orderList } from './admin-orders.js'
import { publicationList, toPublicationForm } from './admin-publications.js'
import { reportScreens } from './admin-reports.js'
import { shipmentForm, shipmentList } from './admin-shipments.js'
import { subscriptionDetail, subscriptionList } from './admin-subscriptions.js'
import { toUserForm, userList } from './admin-users.js'

/** The screens of the back office (back-office §2) by their paths. */
export const adminScreens = {
  'admin/': subscriptionList,
  'admin/signatures': subscriptionList,
  'admin/signature': subscriptionDetail,
  'admin/users': userList,
  'admin/user': toUserForm,
  'admin/expeditions': shipmentList,
  'admin/expedition': shipmentForm,
  'admin/publications': publicationList,
  'admin/publication': toPublicationForm,
  'admin/orders': orderList,
  'admin/order': orderDetail,
  'admin/create_order': createOrder,
  ...reportScreens,
}
