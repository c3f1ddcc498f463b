/** 'owner' is the login of a company for which a colleague ordered; 'colleague' is that person. */
export type Reader = 'buyer' | 'owner' | 'colleague' | 'staff'

export type OrderReader = Exclude<Reader, 'staff'>

export const orderReaders: readonly OrderReader[] = ['buyer', 'owner', 'colleague']

type ReaderLabels = {
  order: string // text before 'nº 1052'
  ofOrder: string
  account: string
  ordersLink: string
  publicationsLink: string
  publications: string
  shipment: string
}

const companyLabels = {
  order: 'o pedido',
  ofOrder: 'do pedido',
  account: 'na conta da empresa',
  publications: 'As publicações',
  shipment: 'remessa da empresa',
}

export const readerLabels: Readonly<Record<OrderReader, ReaderLabels>> = {
  buyer: {
    order: 'seu pedido',
    ofOrder: 'do seu pedido',
    account: 'na sua conta',
    ordersLink: 'Meus pedidos',
    publicationsLink: 'Minhas publicações',
    publications: 'Suas publicações',
    shipment: 'sua remessa',
  },
  owner: { ...companyLabels, ordersLink: 'Meus pedidos', publicationsLink: 'Minhas publicações' },
  colleague: {
    ...companyLabels,
    ordersLink: 'Pedidos da empresa',
    publicationsLink: 'Publicações da empresa',
  },
}
