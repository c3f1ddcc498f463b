import { paths } from '#app/web/paths.ts'

/** The reports as staff choose them; that of one publication opens from the publication. */
export const reportList = [
  {
    href: paths.admin.report('paid_orders'),
    title: 'Pedidos pagos',
    hint: 'O que entrou em um período, com o total.',
  },
  {
    href: paths.admin.report('expedition_list'),
    title: 'Expedições',
    hint: 'O que saiu em um período, de todos os clientes ou de um.',
  },
  {
    href: paths.admin.report('expired_signatures'),
    title: 'Assinaturas vencidas',
    hint: 'O que venceu ou vai vencer e não foi renovado, com o telefone do cliente.',
  },
  {
    href: paths.admin.report('signatures'),
    title: 'Assinaturas',
    hint: 'As primeiras assinaturas de um período.',
  },
  {
    href: paths.admin.report('renews'),
    title: 'Renovações',
    hint: 'Os anos a mais que um período trouxe.',
  },
  {
    href: paths.admin.report('orders'),
    title: 'Compras',
    hint: 'As publicações avulsas vendidas em um período.',
  },
] as const
