import type { CompanyContact } from '#app/text/accounts/address-labels.ts'

/** Change it with every change of the text. */
export const privacyVersion = '2026-11-24'

type Section = { title: string; paragraphs: string[] }

/** The privacy notice (Lei 13.709/2018, art. 9); without the company's data while the settings name none. */
export function privacySections(company: CompanyContact | undefined): Section[] {
  return [
    { title: 'Quem responde pelos seus dados', paragraphs: [controller(company)] },
    {
      title: 'O que guardamos e para quê',
      paragraphs: [
        'Do cadastro e do pedido: nome, CPF ou CNPJ, inscrição estadual, e-mail, telefone, endereços e, quando a publicação pede, matrícula, número de série, combustível e foto da aeronave. Servem para vender, entregar, emitir o boleto e a nota fiscal, avisar das revisões e responder a você (execução do contrato e obrigação legal, art. 7º, II e V).',
        'Das mensagens do formulário de contato: o que você escreveu, para responder. Das tentativas de entrar e de comprar: o endereço de rede, por pouco tempo, para impedir abusos; e, por seis meses, quando se entrou ou se tentou entrar em uma conta e de que rede, com o endereço encurtado (legítimo interesse, art. 7º, IX).',
        'As fotos são vistas só por você e pela nossa equipe, e guardadas sem os dados de localização. Os arquivos baixados levam o seu nome e documento em cada página.',
      ],
    },
    {
      title: 'Com quem são compartilhados',
      paragraphs: [
        'Com o banco ou a instituição de pagamento que emite o boleto ou o Pix; com os Correios, o endereço de quem recebe; com os serviços públicos de consulta de CEP, só o CEP; e com a Receita e outros órgãos, quando a lei manda. Não vendemos dados nem os usamos em anúncios.',
      ],
    },
    {
      title: 'Cookies',
      paragraphs: [
        'Usamos só os cookies necessários: um mantém a sua entrada, outro o carrinho, outros os avisos na tela e os aparelhos já conhecidos. Não há cookies de publicidade nem de medição, nem de terceiros.',
      ],
    },
    {
      title: 'Por quanto tempo',
      paragraphs: [
        'Os dados da conta ficam enquanto ela existir. Os dos pedidos pagos ficam pelo prazo da lei fiscal, de cinco anos contados do ano seguinte ao da compra (Código Tributário Nacional), mesmo que a conta seja apagada; depois também são apagados.',
        'O que você digitou e ainda não enviou fica por pouco tempo: no fechamento de um pedido, até 30 dias; em um formulário que chegou depois do fim da sua sessão, um dia. Senhas não são guardadas assim.',
      ],
    },
    {
      title: 'Os seus direitos',
      paragraphs: [
        'Você pode saber se tratamos seus dados, vê-los, corrigi-los, recebê-los em um arquivo, pedir que sejam apagados e saber com quem foram compartilhados (art. 18). Em “Meus dados” você mesmo confere e corrige o cadastro, baixa os seus dados e pede a exclusão da conta.',
        `Para o que falta, ${requests(company)}. Se a resposta não bastar, você pode reclamar à Autoridade Nacional de Proteção de Dados (ANPD).`,
      ],
    },
  ]
}

function controller(company: CompanyContact | undefined): string {
  if (!company) return 'A empresa que mantém esta loja é a controladora dos dados (art. 5º, VI).'
  const { legalName, cnpj, address } = company
  return `${legalName}, CNPJ ${cnpj}, ${address}, é a controladora dos dados (art. 5º, VI).`
}

function requests(company: CompanyContact | undefined): string {
  return company
    ? `escreva ao encarregado pelos dados em ${company.email} ou ligue para ${company.phone}`
    : 'use a página de contato'
}
