import type { CompanyContact } from '#app/text/accounts/address-labels.ts'
import { carrierNames } from '#app/text/checkout/carriers.ts'

type Section = { title: string; paragraphs: string[] }

/** Returns the privacy notice (Lei 13.709/2018, art. 9 and 41). Omits company data that are not set yet. */
export function listPrivacySections(company: CompanyContact | undefined): Section[] {
  return [
    {
      title: 'Quem responde pelos seus dados',
      paragraphs: [describeController(company), describeOfficer(company)],
    },
    {
      title: 'O que guardamos, para quê e com que fundamento',
      paragraphs: [
        'Do cadastro e do pedido: nome, CPF ou CNPJ, inscrição estadual, e-mail, telefone, endereços e, quando a publicação pede, matrícula, número de série, combustível e uma foto. Servem para vender, entregar, emitir o boleto ou o Pix e avisar das revisões do que você comprou (execução do contrato, art. 7º, V, da Lei 13.709/2018) e para emitir e guardar a nota fiscal (obrigação legal, art. 7º, II).',
        'Das mensagens do formulário de contato: o que você escreveu, para responder (procedimentos pedidos por você, art. 7º, V).',
        'Das visitas: o dia, a hora, o endereço de rede e a porta de cada acesso e, de quem entrou, o número da conta, em um registro separado e sob sigilo, que a lei manda guardar por seis meses (Marco Civil da Internet, Lei 12.965/2014, art. 15; obrigação legal). Das tentativas de entrar e de comprar: o endereço de rede, por pouco tempo, e quando se entrou ou se tentou entrar em uma conta, com o endereço encurtado, por seis meses, para impedir abusos (legítimo interesse, art. 7º, IX).',
        'As fotos são vistas só por você e pela nossa equipe, e guardadas sem os dados de localização. Os arquivos baixados levam o seu nome e documento em cada página.',
        'Não tomamos decisões automatizadas sobre você, não pedimos dados sensíveis e não vendemos a crianças.',
      ],
    },
    {
      title: 'Com quem são compartilhados',
      paragraphs: [
        `Com o banco ou a instituição de pagamento que emite o boleto ou o Pix: nome, documento, endereço e valor. Com ${carrierNames.name}: nome e endereço de quem recebe. Com os serviços públicos de consulta de CEP (ViaCEP e BrasilAPI): só o CEP. Com o serviço que entrega os nossos e-mails e com quem hospeda a loja, que os tratam em nosso nome. Com o serviço que envia as notas fiscais à Fazenda em nosso nome, onde é usado: o que a nota traz. Com a Receita, a Fazenda e outros órgãos: o que a lei manda.`,
        'Não vendemos dados nem os usamos em anúncios, e nada vai para fora do Brasil por decisão nossa.',
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        'Usamos só os cookies necessários: um mantém a sua entrada, outro o carrinho, outros os avisos na tela, os aparelhos já conhecidos e, por meia hora, o e-mail digitado para entrar. Não há cookies de publicidade nem de medição, nem de terceiros.',
      ],
    },
    {
      title: 'Por quanto tempo',
      paragraphs: [
        'Os dados da conta ficam enquanto ela existir. Os dos pedidos, também dos que não foram pagos ou foram cancelados, ficam pelo prazo da lei fiscal, de cinco anos contados do ano seguinte ao da compra ou ao do pagamento (Código Tributário Nacional), mesmo que a conta seja apagada; depois também são apagados.',
        'Os registros de acesso e os de entrada na conta ficam seis meses. A lista dos e-mails enviados, seis meses. As mensagens de contato, cinco anos, o prazo para reclamar de um serviço (Código de Defesa do Consumidor, art. 27). O que você digitou e ainda não enviou fica por pouco tempo: no fechamento de um pedido, até 30 dias; em um formulário que chegou depois do fim da sua sessão, um dia. Senhas não são guardadas assim.',
        'As cópias de segurança guardam o que havia no dia em que foram feitas, também o que depois foi apagado, até darem lugar às mais novas, em geral em 14 dias. Servem só para recuperar a loja.',
      ],
    },
    {
      title: 'Os seus direitos, e como usá-los',
      paragraphs: [
        'Você pode saber se tratamos seus dados, vê-los, corrigi-los, recebê-los em um arquivo, pedir que sejam apagados, opor-se a um uso e saber com quem foram compartilhados (art. 18). Em “Meus dados” você mesmo confere e corrige o cadastro, baixa os seus dados, escolhe que avisos recebe e pede a exclusão da conta.',
        `Para o que falta, ${describeRequests(company)}. Vamos responder em até 15 dias. Se a resposta não bastar, você pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).`,
        'Se algo acontecer com os seus dados que possa prejudicar você, você e a ANPD são avisados em até três dias úteis.',
      ],
    },
  ]
}

function describeController(company: CompanyContact | undefined): string {
  if (!company) return 'A empresa que mantém esta loja é a controladora dos dados (art. 5º, VI).'
  const { legalName, cnpj, address } = company
  return `${legalName}, CNPJ ${cnpj}, ${address}, é a controladora dos dados (art. 5º, VI).`
}

/** Returns the officer's name and contact, which art. 41 § 1 requires to be public. */
function describeOfficer(company: CompanyContact | undefined): string {
  if (!company) return 'O encarregado pelos dados atende pela página de contato.'
  const { officer: namedOfficer, email, phone } = company
  const introduction = namedOfficer?.name ? `é ${namedOfficer.name}, que atende` : 'atende'
  return `O encarregado pelos dados (art. 41) ${introduction} em ${namedOfficer?.email ?? email} e pelo telefone ${phone}.`
}

function describeRequests(company: CompanyContact | undefined): string {
  return company
    ? `escreva ao encarregado em ${company.officer?.email ?? company.email} ou ligue para ${company.phone}`
    : 'use a página de contato'
}
