/** Shown by the browser itself where the network is gone. */
export const offlineLabels = {
  title: 'Sem conexão com a internet',
  text: 'Esta página não pôde ser aberta. Confira a rede do aparelho e tente de novo; seu carrinho está salvo na loja.',
  retry: 'Tentar de novo',
} as const
