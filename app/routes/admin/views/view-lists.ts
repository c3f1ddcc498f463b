import { type ViewedList, viewedLists } from '#app/domain/backoffice/list-view.ts'
import { paths } from '#app/paths.ts'

const { orders, shipments, publications, signatures, users, boletos, mails } = paths.admin

const lists: Readonly<Record<ViewedList, { base: string; label: string }>> = {
  orders: { base: orders(), label: 'Pedidos' },
  expeditions: { base: shipments(), label: 'Expedições' },
  publications: { base: publications(), label: 'Publicações' },
  signatures: { base: signatures(), label: 'Gerenciar Andamento' },
  users: { base: users(), label: 'Usuários' },
  boletos: { base: boletos(), label: 'Boletos' },
  mails: { base: mails(), label: 'E-mails' },
}

/** Returns the list of the address with its page and name; undefined if it is unknown. */
export function findViewedList(text: string | undefined) {
  const list = viewedLists.find((each) => each === text)
  return list && { list, ...lists[list] }
}
