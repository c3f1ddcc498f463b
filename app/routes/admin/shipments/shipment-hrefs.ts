import { paths } from '#app/paths.ts'

/** Returns the addresses of a new shipment's form: its steps and its target. */
export function makeNewShipmentHrefs({
  client,
  subscriptionId,
}: {
  client: { id: number } | null
  subscriptionId: number | null
}) {
  return {
    list: paths.admin.shipments(),
    search: paths.admin.newShipment(),
    action: paths.admin.newShipment({
      ...(client ? { client: client.id } : {}),
      ...(subscriptionId === null ? {} : { signature: subscriptionId }),
    }),
    client: (id: number) => paths.admin.newShipment({ client: id }),
  }
}

/** Returns the links of a shipment's page. */
export function makeShipmentHrefs({ id, profile_id }: { id: number; profile_id: number }) {
  return {
    list: paths.admin.shipments(),
    current: paths.admin.shipment(id),
    client: paths.admin.client(profile_id),
    order: paths.admin.order,
    dispatch: paths.admin.dispatch(id),
    delivery: paths.admin.delivery(id),
    return: paths.admin.return(id),
    correction: paths.admin.correction(id),
    address: paths.admin.shipmentDelivery(id),
    cancellation: paths.admin.cancellation(id),
    labels: paths.admin.shipmentLabels([id]),
  }
}
