import { maxSerialNumberLength } from '#app/domain/accounts/aircraft.ts'
import { contactAnswerDays } from '#app/domain/accounts/lifetimes.ts'
import { reviewHours } from '#app/domain/orders/photo-review.ts'
import { maxAttachmentBytes } from '#app/domain/platform/attachment.ts'
import { renewalWindowDays } from '#app/domain/subscriptions/subscription.ts'
import { formatMegabytes } from '#app/text/platform/numbers.ts'

/** Texts of the specification, unchanged, even typing errors (D57). */
export const specTexts = {
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
  registrationWrong: 'Prefixo incorreto',
  photoOfUnitRequired: 'Envio obrigatório',
  profileNotCreated: 'ATENÇÃO: Não foi possivel criar seu usuário',
  profileNotUpdated: 'ATENÇÃO: Não foi possivel atualizar seu usuário',
  orderNotCreated: 'ATENÇÃO: Não foi possivel criar seu pedido',
  paymentError: 'Um erro foi encontrato, por favor contate-nos',
  cartEmpty: 'Seu carrinho está vazio',
  noResults: 'Nenhum resultado pode ser encontrado',
  noSubscriptions: 'Nenhuma publicação encontrada',
  noOrders: 'Nenhum pedido encontrado',
  loginWall: 'Você precisa estar logado',
  saved: 'As informações foram salvas com sucesso',
  userNotSaved: 'ATENÇÃO: Não foi possivel atualizar o usuário!',
  publicationNotUpdated: 'ATENÇÃO: Não foi possivel atualizar a publicação!',
  publicationNotSaved: 'ATENÇÃO: Não foi possivel salvar a publicação!',
  shipmentNotSaved: 'ATENÇÃO: Não foi possivel salvar a expedição!',
  orderNotUpdated: 'ATENÇÃO: Não foi possivel atualizar o pedido!',
  publicationRemoved: 'Publicação removida com sucesso!',
  notifyQuestion: 'Enviar e-mail de notificação aos usuários?',
  noClients: 'Nenhum cliente encontrado',
  noPublicationsToChoose: 'Nenhuma publicação encontrada!',
  rejectionReasonRequired: 'Um motivo precisa ser informado para o cliente',
} as const

export const messages = {
  nfeLocked: 'A NF-e só pode ser alterada enquanto o pedido está em “Pagamento confirmado”.',
  cookiesRefused:
    'Seu navegador está bloqueando cookies. Sem eles não conseguimos guardar o carrinho nem manter você conectado. Permita cookies para este site nas configurações do navegador e tente de novo.',
  cookiesRefusedByWriter:
    'Recebemos sua mensagem, e o protocolo vai por e-mail. Seu navegador está bloqueando cookies: para comprar ou entrar, permita cookies para este site nas configurações do navegador.',
  approvalReasonRequired: 'Falta uma foto: informe por que o pedido é aprovado sem ela',
  orderChanged: 'O pedido mudou enquanto isso, e nada foi alterado agora. Confira a situação.',
  reviewChanged:
    'As fotos ou o que foi pedido ao cliente mudaram depois que a página foi aberta. Confira e decida de novo.',
  withdrawalAnswered: 'Esta desistência já foi respondida, e nada foi alterado agora.',
  withdrawalAnswerRequired: 'Escolha aceitar ou recusar a desistência',
  withdrawalReasonRequired: 'Diga o motivo, que o cliente vai ler',
  withdrawalAskedAgain: 'O cliente pediu a desistência outra vez: responda ao pedido mais novo.',
  statusRequired: 'Escolha a nova situação',
  renewalNotConfirmed: 'Confirme que cada unidade listada ganha mais um ano',
  accountRemoved:
    'A conta deste pedido foi removida: ninguém pode receber o que ele traz. Devolva o dinheiro, se entrou',
  suspensionNotConfirmed: 'Confirme que o que está listado deixa de valer',
  photoReasonRequired: 'Escreva ao cliente o que falta na foto',
  photoLinesRequired: 'Escolha ao menos uma foto',
  fileRequired: 'Escolha um arquivo',
  fileTooLarge: `O arquivo passa de ${formatMegabytes(maxAttachmentBytes)}.`,
  fileUnknown: 'O arquivo não é PDF, XML nem imagem (PNG, JPEG ou GIF).',
  tooManyFiles: 'Este pedido já tem muitos arquivos. Remova um para incluir outro.',
  dateWrong: 'Data incorreta',
  reportTooLong: (max: number) =>
    `O relatório passa de ${max.toLocaleString('pt-BR')} linhas. Peça um período menor.`,
  reportTooSlow: 'O relatório é longo demais para ler na hora. Peça um período menor.',
  nothingInForce: 'Nenhuma assinatura ativa',
  nothingWithdrawn: 'Escolha ao menos uma publicação',
  emailKnown: 'Já existe uma conta com este e-mail',
  emailsDiffer: 'Os e-mails precisam ser iguais',
  emailSame: 'Este já é o e-mail da sua conta',
  tooManyEmails: (wait: string) => `Muitas tentativas de trocar o e-mail. Tente de novo em ${wait}.`,
  tooManyMailChoices: (wait: string) => `Muitas mudanças em pouco tempo. Tente de novo em ${wait}.`,
  tooManyRecoveries: (wait: string) => `Muitas tentativas de recuperar a senha. Tente de novo em ${wait}.`,
  tooManyInvitations: (wait: string) => `Muitos convites em pouco tempo. Tente de novo em ${wait}.`,
  tooManyQuotes: (wait: string) => `Muitos orçamentos em pouco tempo. Tente de novo em ${wait}.`,
  tooManyUnits: (max: number) =>
    `Um pedido leva até ${max} exemplares com dados de aeronave ou foto. Diminua as quantidades, peça o resto em outro pedido ou fale conosco.`,
  tooManyCarts: (wait: string) =>
    `Muitos carrinhos novos em pouco tempo a partir da sua rede. Tente de novo em ${wait}, ou entre na sua conta.`,
  tooManyTrackings: (wait: string) => `Muitas consultas de pedidos. Tente de novo em ${wait}.`,
  orderNumberWrong: 'Digite o número do pedido, como 1042',
  orderNotTracked: 'Não encontramos um pedido com este número e este e-mail. Confira os dois.',
  tooManyMessages: (wait: string) =>
    `Muitas mensagens em pouco tempo. Tente de novo em ${wait}, ou use os contatos abaixo.`,
  messageNotTaken: 'Sua mensagem não foi enviada. Envie de novo, ou use os contatos abaixo.',
  contactReceived: (protocol: number) =>
    `${specTexts.contactSent}. Protocolo nº ${protocol}. Vamos responder em até ${contactAnswerDays} dias.`,
  tooManyLogins: (wait: string) => `Muitas tentativas de entrar. Tente de novo em ${wait}.`,
  codeWrong: 'Código incorreto ou já usado. Espere o próximo do aplicativo, ou use um código de recuperação.',
  firstCodeWrong:
    'Código incorreto. Confira se o relógio do telefone está certo e digite o código que aparece agora.',
  tooManyCodes: (wait: string) => `Muitas tentativas com o código errado. Tente de novo em ${wait}.`,
  passkeyWrong: 'A chave de acesso não foi aceita. Tente de novo, ou use um código.',
  passkeyUnread: 'A chave de acesso não foi criada. Tente de novo.',
  passkeyUnused: 'A chave de acesso não respondeu. Tente de novo, ou use um código.',
  passkeyUnmade: 'O aparelho não criou a chave de acesso. Tente de novo, ou use outro aparelho.',
  passkeyKnown: 'Esta chave de acesso já está em uso.',
  passkeysFull: (max: number) => `São no máximo ${max} chaves de acesso. Remova uma antes.`,
  challengeOver: 'O tempo para digitar o código passou. Entre de novo.',
  tokenNeedsCode:
    'Esta conta tem confirmação em duas etapas: envie também o código do aplicativo, em code. Programas usam uma chave da API, que um administrador cria.',
  tokenNeedsFactor:
    'Para a equipe, a confirmação em duas etapas é obrigatória. Ligue a sua na loja; programas usam uma chave da API.',
  tooManyProofs: (wait: string) => `Muitos links pedidos em pouco tempo. Tente de novo em ${wait}.`,
  tooManyOrders: (wait: string) =>
    `Muitos pedidos em pouco tempo. Tente de novo em ${wait}, ou fale conosco. O que você digitou está guardado.`,
  tooManyAccounts: (wait: string) =>
    `Muitas contas novas em pouco tempo a partir da sua rede. Tente de novo em ${wait}, ou fale conosco. O que você digitou está guardado.`,
  tooManyCheckouts: (wait: string) =>
    `Muitas tentativas em pouco tempo. Tente de novo em ${wait}. O que você digitou está guardado.`,
  tooManyNewPasswords: (wait: string) => `Muitas tentativas de criar a senha. Tente de novo em ${wait}.`,
  orderNotTaken: 'Seu pedido não foi enviado. Confira e confirme de novo.',
  staffPasswordWeak:
    'Contas da equipe precisam de uma senha mais forte. Enviamos um link para o e-mail da conta: crie outra por ele para entrar.',
  foreignRegistrationWrong: 'Matrícula incorreta: de 2 a 10 letras, números e traços',
  serialNumberWrong: `Use no máximo ${maxSerialNumberLength} caracteres`,
  aircraftRepeated:
    'Esta aeronave já está em outra unidade. Confirme abaixo se quer mais de um exemplar para ela.',
  currentPasswordWrong: 'Senha atual incorreta',
  tooManyPasswords: (wait: string) => `Muitas tentativas com a senha errada. Tente de novo em ${wait}.`,
  deletionOpen: (at: string, contact: { phone: string; email: string } | undefined) =>
    `Esta conta está desativada a seu pedido, e em ${at} (horário de Brasília) seus dados serão apagados. Para voltar atrás, fale conosco até lá${contact ? `: ${contact.phone} ou ${contact.email}` : ''}.`,
  tooManyExports: (wait: string) => `Você já baixou seus dados várias vezes. Tente de novo em ${wait}.`,
  aircraftKnown: 'Esta aeronave já está na sua frota',
  fleetFull: 'Sua frota chegou ao limite de aeronaves. Remova uma para incluir outra.',
  deletionNotAgreed: 'Marque que você entende o que acontece com a conta',
  lossesNotAccepted: 'Marque que você aceita perder o que está em aberto ou em vigor',
  staffNotDeleted: 'Contas da equipe são encerradas por um administrador.',
  termsRequired: 'Aceite os termos de compra para confirmar o pedido',
  ownedAlready: 'Já há uma assinatura em vigor desta publicação. Confira o aviso e confirme de novo.',
  photoGone: 'Envie a foto de novo',
  alreadyOrdered: 'Este pedido já foi feito:',
  justOrdered: (orderId: number) => `Você já fez o pedido nº ${orderId}. Criar outro?`,
  otherName:
    'Nada foi pedido: o formulário é de outra conta, e não da que você usa agora. Confira que conta você está usando e abra o pedido de novo.',
  formOfOther: (isKept: boolean) =>
    `Nada foi salvo: o formulário é de outra conta, e não da que você usa agora. ${isKept ? 'O que foi digitado está guardado por um dia nos dados da outra conta.' : 'Confira que conta você está usando e abra a página de novo.'}`,
  filesOfOther:
    'Nada foi salvo: o formulário é de outra conta, e não da que você usa agora. O que você digitou e o arquivo não ficaram guardados: confira que conta você está usando e preencha o formulário de novo.',
  sessionOver: 'Sua sessão terminou. Entre de novo: o que você digitou está guardado.',
  unsentLost:
    'Você não está mais na sua conta, e o que enviou não pôde ser guardado. Entre e repita o envio.',
  cepUnknown: 'CEP não encontrado. Confira o número ou preencha o endereço.',
  cepUnavailable: 'Não foi possível consultar o CEP agora. Preencha o endereço.',
  pageStale: 'Esta página ficou desatualizada. Confira e confirme de novo.',
  boughtAgain: 'A publicação está no carrinho.',
  notOnSale: 'Esta publicação não está mais à venda.',
  noneRenewable: `Nenhuma assinatura pode ser renovada agora: a renovação abre ${renewalWindowDays} dias antes do vencimento.`,
  noneToRenew: 'Escolha ao menos uma assinatura para renovar.',
  renewalsInCart: 'As renovações estão no carrinho. Confira e finalize o pedido.',
  formStale: 'Seu carrinho mudou. Confira antes de confirmar.',
  priceChanged: (price: string) => `O preço desta publicação mudou para ${price}. Confira e confirme.`,
  shippingChanged: 'O valor do frete mudou. Confira e confirme.',
  noService: (canBeAgreed: boolean) =>
    `Nenhum serviço leva este peso a este CEP. ${canBeAgreed ? 'Escolha À Combinar ou fale' : 'Fale'} conosco.`,
  shippingRequired: 'Escolha a forma de envio',
  notSellable:
    'Há publicações no carrinho que ainda não podem ser compradas pela loja. Veja o aviso no carrinho.',
  payerIncomplete: 'O cadastro está sem CPF ou CNPJ, e o boleto precisa dele. Fale conosco.',
  nothingToPay: 'Nada a pagar: o pedido é confirmado na hora, sem boleto.',
  freeAfterPhoto: (photos: string) =>
    `Nada a pagar, e sem boleto. Antes de confirmar vamos conferir ${photos}, em até ${reviewHours} horas.`,
  nothingPaid: 'Este pedido não teve nada a pagar, e por isso não tem boleto.',
  belowMinimum: (minimum: string) =>
    `O boleto de um pedido é de ${minimum} ou mais, e o total está abaixo disso. Inclua mais alguma publicação.`,
  totalTooHigh: 'O total passa do valor que um boleto aceita. Divida a compra em mais de um pedido.',
} as const
