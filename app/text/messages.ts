/** The specification's texts, letter by letter, typos included (D57). */
export const specified = {
  formBanner: 'Um erro foi encontrado. Verifique os campos do formulário',
  serverError: 'Um erro foi encontrado.',
  loginFieldRequired: 'Esse campo precisa ser preenchido',
  loginFailed: 'Usuário ou senha inválidos',
  recoveryEmailRequired: 'O e-mail precisa ser preenchido',
  recoveryUnknown: 'Não foi encontrada uma conta cadastrada com esse e-mail',
  recoverySent: 'Enviamos um e-mail para recuperação da senha.',
  passwordsDiffer: 'As senhas precisam ser iguais',
  passwordChanged: 'Senha alterada com sucesso',
  contactSent: 'Sua mensagem foi enviada com sucesso',
  fieldRequired: 'Campo obrigatório',
  prefixWrong: 'Prefixo incorreto',
  photoOfUnitRequired: 'Envio obrigatório',
  profileNotCreated: 'ATENÇÃO: Não foi possivel criar seu usuário',
  profileNotUpdated: 'ATENÇÃO: Não foi possivel atualizar seu usuário',
  orderNotCreated: 'ATENÇÃO: Não foi possivel criar seu pedido',
  paymentError: 'Um erro foi encontrato, por favor contate-nos',
  cartEmpty: 'Seu carrinho está vazio',
  noPublications: 'Nenhum resultado pode ser encontrado',
  noSubscriptions: 'Nenhuma publicação encontrada',
  noOrders: 'Nenhum pedido encontrado',
  loginWall: 'Você precisa estar logado',
} as const

/** Our own words that more than one place says. */
export const messages = {
  emailKnown: 'Já existe uma conta com este e-mail',
  tooManyRecoveries: 'Muitas tentativas de recuperar a senha. Tente de novo em 15 minutos.',
  tooManyMessages: 'Muitas mensagens em pouco tempo. Tente de novo em 15 minutos, ou use os contatos abaixo.',
  messageNotTaken: 'Sua mensagem não foi enviada. Envie de novo, ou use os contatos abaixo.',
  contactReceived: (protocol: number) =>
    `${specified.contactSent}. Protocolo nº ${protocol}. Respondemos em até 5 dias.`,
  tooManyLogins: 'Muitas tentativas de entrar. Tente de novo em 15 minutos.',
  foreignMarkWrong: 'Matrícula incorreta: de 2 a 10 letras, números e traços',
  serialNumberWrong: 'Use no máximo 30 caracteres',
  aircraftRepeated:
    'Esta aeronave já está em outra unidade. Confirme abaixo se quer mais de um exemplar para ela.',
  termsRequired: 'Aceite os termos de compra para confirmar o pedido',
  ownedAlready: 'Você já tem uma assinatura em vigor desta publicação. Confira o aviso e confirme de novo.',
  photoGone: 'Envie a foto de novo',
  justOrdered: (orderId: number) => `Você já fez o pedido nº ${orderId}. Criar outro?`,
  sessionOver: 'Sua sessão terminou. Entre de novo: o que você digitou está guardado.',
  cepUnknown: 'CEP não encontrado. Confira o número ou preencha o endereço.',
  cepUnavailable: 'Não foi possível consultar o CEP agora. Preencha o endereço.',
  carrierAway: 'Não foi possível consultar os Correios agora.',
  formStale: 'Seu carrinho mudou. Confira antes de confirmar.',
  priceChanged: (price: string) => `O preço desta publicação mudou para ${price}. Confira e confirme.`,
  shippingChanged: 'O valor do frete mudou. Confira e confirme.',
  noService: (canBeAgreed: boolean) =>
    `Nenhum serviço leva este peso a este CEP. ${canBeAgreed ? 'Escolha À Combinar ou fale' : 'Fale'} conosco.`,
  shippingRequired: 'Escolha a forma de envio',
  notSellable:
    'Há publicações no carrinho que ainda não podem ser compradas pela loja. Veja o aviso no carrinho.',
  payerIncomplete: 'Seu cadastro está sem CPF ou CNPJ, e o boleto precisa dele. Fale conosco.',
  nothingToPay: 'Este pedido não tem valor a pagar, e por isso não tem boleto. Fale conosco para recebê-lo.',
  totalTooHigh: 'O total passa do valor que um boleto aceita. Divida a compra em mais de um pedido.',
} as const
