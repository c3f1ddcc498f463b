import { paths } from '#app/paths.ts'

/** The reports as staff choose them; that of one publication opens from the publication. */
export const reportList = [
  {
    href: paths.admin.orderPrefix('null'),
    title: 'Pedidos por prefixo',
    hint: 'O que foi pedido para uma aeronave, em todas as situações.',
  },
  {
    href: paths.admin.report('publication_price'),
    title: 'Preços das publicações',
    hint: 'Preços de compra e de renovação, com o reajuste de todos.',
  },
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
  {
    href: paths.admin.report('client'),
    title: 'Clientes',
    hint: 'O que cada cliente comprou em um período.',
  },
  {
    href: paths.admin.report('product'),
    title: 'Produtos',
    hint: 'O que foi vendido em um período, por publicação e versão.',
  },
] as const
