import { paths } from '#app/paths.ts'

/** Where the form of a new shipment leads: its steps, and where it is sent. */
export function newExpeditionHrefs({
  client,
  signature,
}: {
  client: { id: number } | null
  signature: number | null
}) {
  return {
    list: paths.admin.expeditions(),
    search: paths.admin.newExpedition(),
    action: paths.admin.newExpedition({
      ...(client ? { client: client.id } : {}),
      ...(signature === null ? {} : { signature }),
    }),
    client: (id: number) => paths.admin.newExpedition({ client: id }),
  }
}

/** Where the page of a shipment leads. */
export function expeditionHrefs({ id, profile_id }: { id: number; profile_id: number }) {
  return {
    list: paths.admin.expeditions(),
    self: paths.admin.expedition(id),
    client: paths.admin.user(profile_id),
    order: paths.admin.order,
    dispatch: paths.admin.dispatch(id),
    delivery: paths.admin.delivery(id),
    return: paths.admin.return(id),
    correction: paths.admin.correction(id),
    undoing: paths.admin.undoing(id),
    labels: paths.admin.expeditionLabels([id]),
  }
}
