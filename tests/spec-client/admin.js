import { createOrder, orderDetail, orderList } from './admin-orders.js'
import { publicationForm, publicationList } from './admin-publications.js'
import { reportScreens } from './admin-reports.js'
import { shipmentForm, shipmentList } from './admin-shipments.js'
import { subscriptionDetail, subscriptionList } from './admin-subscriptions.js'
import { userForm, userList } from './admin-users.js'

/** The screens of the back office (back-office §2) by their paths. */
export const adminScreens = {
  'admin/': subscriptionList,
  'admin/signatures': subscriptionList,
  'admin/signature': subscriptionDetail,
  'admin/users': userList,
  'admin/user': userForm,
  'admin/expeditions': shipmentList,
  'admin/expedition': shipmentForm,
  'admin/publications': publicationList,
  'admin/publication': publicationForm,
  'admin/orders': orderList,
  'admin/order': orderDetail,
  'admin/create_order': createOrder,
  ...reportScreens,
}
