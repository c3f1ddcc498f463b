import { missingSettings } from '#app/domain/platform/job-event.ts'

/** Texts by message of JobRefused. */
const failureTexts: Readonly<Record<string, string>> = {
  'no paid order to make a receipt of': 'O pedido não está pago ou não existe mais',
  'no mail to send again': 'O e-mail não está mais no registro ou não pode ser reenviado',
  'no mail to copy': 'O e-mail que seria copiado não existe mais',
  'mail obsolete': 'O que o e-mail diz já não vale',
  'nothing to pay': 'Não há valor a pagar',
  [missingSettings.agreement]: 'Falta o convênio bancário nas configurações',
  'the boleto numbers of the agreement are used up':
    'Os números de boleto do convênio acabaram: é preciso outra carteira ou outro convênio nas configurações',
  [missingSettings.company]: 'Faltam os dados da empresa nas configurações',
  'the account of the recipient was removed': 'A conta foi excluída',
  'the secret this link was made with is no longer in use':
    'O link não pode mais ser refeito; é preciso pedir outro',
  'no contact message to acknowledge': 'A mensagem de contato não existe mais',
  'no contact message to forward': 'A mensagem de contato não existe mais',
  'no order or no boleto to print': 'O pedido ou o boleto não existe mais',
  'no order or no boleto for this mail': 'O pedido ou o boleto não existe mais',
  'no payment for this mail': 'O pagamento não existe mais',
  'no such report': 'O relatório não existe mais',
  'the report takes too long': 'O relatório leva tempo demais: escolha um período menor',
  'no labels to print': 'Não há etiquetas a imprimir',
  'nobody with an address any more': 'Ninguém tem mais endereço',
  'no customer and day for this mail': 'Não se sabe a quem avisar',
  'no withdrawal to acknowledge': 'A desistência não existe mais',
  'no withdrawal to forward': 'A desistência não existe mais',
  'no withdrawal answer for this mail': 'A desistência não existe mais',
  'no refund for this mail': 'O reembolso não existe mais',
  'no price quote to print': 'O orçamento não existe mais',
  'no certificate to print': 'O certificado não existe mais',
  'no notice and person for this mail': 'Não se sabe a quem avisar',
  'no address to deliver to': 'Falta o endereço de entrega',
  'the file is too large to be stamped': 'O arquivo é grande demais para ser carimbado',
  'no copy or no file to stamp': 'O exemplar ou o arquivo não existe mais',
  'a PDF without pages': 'O PDF não tem páginas',
  'the PDF cannot be stamped': 'O PDF não pode ser carimbado',
  'a page without a size': 'O PDF tem uma página sem tamanho',
  'a page with no room for the stamp': 'O PDF tem uma página sem lugar para o carimbo',
  'the stored file is gone': 'O arquivo guardado não foi encontrado',
  'the revision has no file': 'A revisão não tem arquivo',
  'no bank file to apply': 'O retorno bancário não existe ou ninguém mandou aplicá-lo',
  'no access to the gateway': 'Falta a chave do gateway de pagamento no ambiente da loja',
  access: 'O gateway de pagamento não aceitou a chave da loja',
  paid: 'O boleto já foi pago no gateway',
  'paid with another value': 'O gateway já recebeu outro valor por este boleto',
  'the gateway adds a fixed fine':
    'A conta no gateway põe multa ou juros em reais nas cobranças; tire isso lá e use as porcentagens em Configurações, Multa, juros e desconto',
  'the gateway does not know this boleto': 'O gateway de pagamento não conhece este boleto',
  'the gateway still has the boleto open': 'O gateway ainda mantém o boleto aberto',
  'the gateway takes no questions now': 'O gateway de pagamento não responde agora',
  'the boleto of this webhook event is not recorded yet': 'O boleto deste aviso ainda não foi registrado',
  'no access to the Pix of the bank': 'Falta o acesso ao Pix do banco no ambiente da loja',
  'no boleto for this Pix': 'O boleto deste Pix não existe mais',
  'no refund of this number': 'O reembolso não existe mais',
  'the bank gave no usable Pix code': 'O banco não deu um código Pix que sirva',
  'the bank does not know this Pix charge': 'O banco não conhece esta cobrança Pix',
  'the bank does not know this Pix yet': 'O banco ainda não conhece este Pix',
  'the bank still has the Pix charge open': 'O banco ainda mantém a cobrança Pix aberta',
  'bank-access': 'O banco não aceitou o acesso da loja ao Pix',
  certificate: 'O certificado do Pix não foi aceito',
  'no access to the issuer of invoices': 'Falta o acesso ao emissor de notas fiscais no ambiente da loja',
  'no invoice of this number': 'A nota fiscal não existe mais',
  'the issuer does not know this invoice': 'O emissor não conhece esta nota fiscal',
  'the issuer has no answer after a day': 'O emissor não deu resposta sobre a nota fiscal em um dia',
  'the issuer gave no usable key': 'O emissor deu uma chave de acesso que não confere',
  'another order has this key': 'A chave de acesso que o emissor deu já está em outra nota fiscal',
  'no room for the files of the invoice': 'O pedido já tem arquivos demais para os da nota fiscal',
  'the cancellation was refused': 'A Receita não aceitou o cancelamento da nota fiscal',
  'the correction letter was refused': 'A Receita não aceitou a carta de correção',
  'the invoice is of the other environment of the issuer':
    'A nota é de outro ambiente (homologação ou produção) que o do acesso ao emissor',
  'a file of the invoice lies outside the issuer':
    'O PDF da nota está no site da cidade: baixe-o lá e inclua no pedido. O XML foi guardado',
  'the issuer does not give a file of the invoice':
    'O emissor não entrega um arquivo da nota; tente de novo mais tarde',
  'the invoice is not cancelled yet': 'O emissor ainda não cancelou a nota fiscal',
  'no such correction letter': 'A carta de correção não existe mais',
  'unknown job': 'Esta versão da loja não conhece a tarefa',
  'another worker holds this row': 'Outro trabalhador está com a tarefa',
}

/** Texts by nodemailer's error code. */
const mailCodes: Readonly<Record<string, string>> = {
  EENVELOPE: 'O servidor de e-mail recusou o endereço',
  EAUTH: 'O servidor de e-mail recusou a senha da loja',
  ECONNECTION: 'O servidor de e-mail não respondeu',
  ETIMEDOUT: 'O servidor de e-mail não respondeu',
  ESOCKET: 'O servidor de e-mail não respondeu',
  EDNS: 'O servidor de e-mail não foi encontrado',
}

/** Formats a failure; `code` is null for a reason with a text of its own. */
export function formatFailure(reason: string): { text: string; code: string | null } {
  const text = failureTexts[reason]
  if (text !== undefined) return { text, code: null }
  return {
    text:
      formatMailFailure(reason) ??
      formatBankRefusal(reason) ??
      formatCollectFailure(reason) ??
      'Falha inesperada',
    code: reason,
  }
}

/** Returns 'Falta o endereço de entrega' or 'Falha inesperada (connect ECONNREFUSED)'. */
export function formatFailureLine(reason: string): string {
  const { text, code } = formatFailure(reason)
  return code === null ? text : `${text} (${code})`
}

function formatMailFailure(reason: string): string | undefined {
  const [, code] = /^mail not taken \((\w+), /.exec(reason) ?? []
  return code && (mailCodes[code] ?? 'O servidor de e-mail não aceitou a mensagem')
}

function formatBankRefusal(reason: string): string | undefined {
  return reason.startsWith('the bank refuses') ? 'O banco recusou' : undefined
}

function formatCollectFailure(reason: string): string | undefined {
  const [, count] = /^files not collected: (\d+)$/.exec(reason) ?? []
  return count && `Arquivos que ficaram na pasta de retornos por um erro: ${count}`
}
