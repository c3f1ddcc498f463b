import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Address } from '#app/models/accounts/address.server.ts'

/** Documents and phone numbers have no punctuation. */
export type Account = {
  email: string
  since: CivilDate
  /** the person, or a company's contact */
  name: string
  cpf?: string
  company?: { name: string; cnpj: string; ie: string | null }
  phone: string
  billing: Address
  shipping?: Address
  role?: 'partner' | 'staff' | 'superuser'
}

/** One account of each kind of visitor, for logging in. */
export const logins = {
  customer: 'cliente@aeropub.test',
  company: 'empresa@aeropub.test',
  partner: 'parceiro@aeropub.test',
  staff: 'equipe@aeropub.test',
  superuser: 'admin@aeropub.test',
} as const

/** The accounts of `logins` come first, then the others, both oldest first. */
export const accounts: Account[] = [
  {
    email: logins.customer,
    since: '2023-03-14',
    name: 'Helena Brandão de Almeida',
    cpf: '12345678909',
    phone: '14998000101',
    billing: address('18600001', 'Rua dos Planadores', '45', 'Vila Biruta', 'Botucatu', 'SP'),
  },
  {
    email: logins.company,
    since: '2022-08-09',
    name: 'Osvaldo Ferreira da Conceição',
    company: {
      name: 'Fazenda Asa Branca Aviação Agrícola Ltda. (fictícia)',
      cnpj: '99900200000168',
      ie: '13456789001',
    },
    phone: '6638000202',
    billing: address('78550001', 'Avenida das Sementes', '1800', 'Setor Industrial', 'Sinop', 'MT', 'Sala 4'),
    shipping: address('78550099', 'Estrada do Aeródromo', 'km 12', 'Zona Rural', 'Sinop', 'MT', 'Hangar B'),
  },
  {
    email: logins.partner,
    since: '2022-05-17',
    name: 'Lúcia Hansen Machado',
    company: {
      name: 'Oficina Céu Aberto Manutenção Ltda. (fictícia)',
      cnpj: '99900300000194',
      ie: '0960000303',
    },
    phone: '5138000303',
    billing: address('96500001', 'Rua do Altímetro', '77', 'Aeroporto', 'Cachoeira do Sul', 'RS'),
    role: 'partner',
  },
  {
    email: logins.staff,
    since: '2022-02-01',
    name: 'Beatriz Yamamoto Pires',
    cpf: '99900011112',
    phone: '14998000404',
    billing: address(
      '18600002',
      'Rua das Hélices',
      '202',
      'Parque dos Aviadores',
      'Botucatu',
      'SP',
      'Hangar 3',
    ),
    role: 'staff',
  },
  {
    email: logins.superuser,
    since: '2022-02-01',
    name: 'Antônio Carlos Viegas',
    cpf: '99900022238',
    phone: '14998000505',
    billing: address(
      '18600002',
      'Rua das Hélices',
      '202',
      'Parque dos Aviadores',
      'Botucatu',
      'SP',
      'Hangar 3',
    ),
    role: 'superuser',
  },
  {
    email: 'jose.antunes@exemplo.test',
    since: '2022-03-02',
    name: 'José Raimundo Antunes',
    cpf: '99900033353',
    phone: '63998000106',
    billing: address('77000001', 'Quadra dos Jatobás', '12', 'Plano Norte', 'Palmas', 'TO', 'Lote 8'),
  },
  {
    email: 'compras@exemplo.test',
    since: '2022-04-11',
    name: 'Patrícia Lemos Duarte',
    company: {
      name: 'Aeroagrícola Vento Sul Ltda. (fictícia)',
      cnpj: '99900400000110',
      ie: '0990000407',
    },
    phone: '5538000107',
    billing: address('97500001', 'Rua do Minuano', '530', 'São Miguel', 'Uruguaiana', 'RS'),
  },
  {
    email: 'cooperativa@exemplo.test',
    since: '2022-06-20',
    name: 'Francisco das Chagas Nascimento',
    company: {
      name: 'Cooperativa Agroindustrial dos Produtores Rurais e Operadores Aeroagrícolas do Vale do São Francisco e do Oeste Baiano (fictícia)',
      cnpj: '99900500000147',
      ie: '012345608',
    },
    phone: '7738000108',
    billing: address(
      '47850001',
      'Avenida do Algodão',
      '2222',
      'Jardim Paraíso',
      'Luís Eduardo Magalhães',
      'BA',
    ),
    shipping: address('56300001', 'Rua da Carranca', '15', 'Centro', 'Petrolina', 'PE', 'Depósito 2'),
  },
  {
    email: 'marcia.tavora@exemplo.test',
    since: '2022-09-05',
    name: 'Márcia Távora Leitão',
    cpf: '99900044479',
    phone: '85998000109',
    billing: address('60000001', 'Rua das Jangadas', '909', 'Praia Clara', 'Fortaleza', 'CE', 'Apto. 1201'),
  },
  {
    email: 'hangar@exemplo.test',
    since: '2022-10-18',
    name: 'Rogério Bittencourt',
    company: {
      name: 'Hangar Dois Irmãos Manutenção de Aeronaves Ltda. (fictícia)',
      cnpj: '99900600000173',
      ie: '250001100',
    },
    phone: '4938000110',
    billing: address('89800001', 'Rua do Pinhal', '318', 'Bela Vista', 'Chapecó', 'SC'),
  },
  {
    email: 'luiz.gusmao@exemplo.test',
    since: '2022-12-01',
    name: 'Luiz Otávio de Gusmão',
    cpf: '99900055594',
    phone: '21998000111',
    billing: address('20000001', 'Ladeira do Balão', '6', 'Morro do Vento', 'Rio de Janeiro', 'RJ', 'Casa 2'),
  },
  {
    email: 'aerotuiuiu@exemplo.test',
    since: '2023-01-23',
    name: 'Dirce Amaral Pantaneira',
    company: { name: 'Aero Tuiuiú do Pantanal Ltda. (fictícia)', cnpj: '99900700000108', ie: '280000112' },
    phone: '6738000112',
    billing: address('79800001', 'Avenida dos Ipês', '4001', 'Parque das Águas', 'Dourados', 'MS'),
  },
  {
    email: 'terezinha.sa@exemplo.test',
    since: '2023-02-07',
    name: 'Terezinha de Sá',
    cpf: '99900066600',
    phone: '89998000113',
    billing: address('64900001', 'Rua do Cajueiro', 's/n', 'Centro', 'Bom Jesus', 'PI'),
  },
  {
    email: 'norte@exemplo.test',
    since: '2023-04-25',
    name: 'Iracema Cardoso Mota',
    company: {
      name: 'Norte Azul Táxi Aéreo e Serviços Ltda. (fictícia)',
      cnpj: '99900800000126',
      ie: '150000114',
    },
    phone: '9438000114',
    billing: address('68500001', 'Rua do Castanhal', '210', 'Nova Esperança', 'Marabá', 'PA'),
  },
  {
    email: 'paulo.kowalski@exemplo.test',
    since: '2023-05-30',
    name: 'Paulo Estêvão Kowalski',
    cpf: '99900077725',
    phone: '43998000115',
    billing: address('86000001', 'Rua das Araucárias', '1450', 'Jardim Planalto', 'Londrina', 'PR'),
  },
  {
    email: 'soja@exemplo.test',
    since: '2023-07-12',
    name: 'Valdemar Kuhn',
    company: {
      name: 'Grupo Grão Dourado Agropecuária S.A. (fictícia)',
      cnpj: '99900900000152',
      ie: '100000116',
    },
    phone: '6438000116',
    billing: address('75900001', 'Rodovia do Cerrado', 'km 3', 'Distrito Agroindustrial', 'Rio Verde', 'GO'),
    shipping: address(
      '75900099',
      'Fazenda Grão Dourado',
      's/n',
      'Zona Rural',
      'Rio Verde',
      'GO',
      'Pista de pouso',
    ),
  },
  {
    email: 'ana.braganca@exemplo.test',
    since: '2023-08-22',
    name: 'Ana Luísa Bragança',
    cpf: '99900088840',
    phone: '34998000117',
    billing: address('38000001', 'Rua das Gabirobas', '88', 'Alto da Serra', 'Uberaba', 'MG'),
  },
  {
    email: 'cafezal@exemplo.test',
    since: '2023-10-03',
    name: 'Gilberto Moschen',
    company: {
      name: 'Cafezal do Vale Aplicações Aéreas Ltda. (fictícia)',
      cnpj: '99901000000120',
      ie: '080000118',
    },
    phone: '2738000118',
    billing: address('29900001', 'Avenida da Lagoa', '73', 'Lagoa do Meio', 'Linhares', 'ES'),
  },
  {
    email: 'raimunda.luz@exemplo.test',
    since: '2023-11-14',
    name: 'Raimunda Figueira da Luz',
    cpf: '99900099966',
    phone: '95998000119',
    billing: address('69300001', 'Rua do Buritizal', '54', 'Paraviana Velha', 'Boa Vista', 'RR'),
  },
  {
    email: 'sergipe@exemplo.test',
    since: '2024-01-08',
    name: "Cícero D'Ávila",
    company: {
      name: 'Canavial Verde Serviços Aeroagrícolas Ltda. (fictícia)',
      cnpj: '99901100000156',
      ie: '270000120',
    },
    phone: '7938000120',
    billing: address('49000001', 'Travessa do Engenho', '31', 'Santo Antônio', 'Aracaju', 'SE'),
  },
  {
    email: 'wagner.nunes@exemplo.test',
    since: '2024-03-19',
    name: 'Wágner Nunes Núñez',
    cpf: '99900111095',
    phone: '69998000121',
    billing: address('76800001', 'Rua da Seringueira', '640', 'Beira Rio', 'Porto Velho', 'RO'),
  },
  {
    email: 'brasilia@exemplo.test',
    since: '2024-06-04',
    name: 'Sílvia Quadros Rezende',
    company: {
      name: 'Instituto Planalto de Ensino Aeronáutico (fictício)',
      cnpj: '99901200000182',
      ie: 'ISENTO',
    },
    phone: '6138000122',
    billing: address(
      '70000001',
      'Setor dos Aviadores, Quadra 5',
      '10',
      'Asa Central',
      'Brasília',
      'DF',
      'Bloco C',
    ),
  },
  {
    email: 'orlandia@exemplo.test',
    since: '2024-09-10',
    name: 'Eduardo Prado Junqueira',
    cpf: '99900122100',
    phone: '16998000123',
    billing: address('14620001', 'Rua do Canavial', '1', 'Centro', 'Orlândia', 'SP'),
    shipping: address('14620099', 'Sítio Pouso Alegre', 's/n', 'Zona Rural', 'Orlândia', 'SP', 'Portão azul'),
  },
  {
    email: 'balsas@exemplo.test',
    since: '2025-01-15',
    name: 'Domingos Carneiro Filho',
    cpf: '99900133226',
    phone: '99998000124',
    billing: address('65800001', 'Rua do Babaçu', '267', 'Morada Nova', 'Balsas', 'MA'),
  },
  {
    email: 'manaus@exemplo.test',
    since: '2025-06-02',
    name: 'Íris Cavalcante Ajuricaba',
    cpf: '99900144341',
    phone: '92998000125',
    billing: address('69000001', 'Beco das Vitórias-Régias', '19', 'Igarapé Claro', 'Manaus', 'AM'),
  },
  {
    email: 'aviacao.nova@exemplo.test',
    since: '2026-07-20',
    name: 'Cauã Siqueira Lobo',
    company: {
      name: 'Exemplo Um Aviação Agrícola Ltda. (fictícia)',
      cnpj: 'EXEMPLO1000107',
      ie: '13100012601',
    },
    phone: '6538000126',
    billing: address('78455001', 'Avenida da Colheita', '905', 'Bandeirantes', 'Lucas do Rio Verde', 'MT'),
  },
  {
    email: 'ficticia@exemplo.test',
    since: '2026-08-13',
    name: 'Zuleika Añez Prates',
    company: {
      name: 'Companhia Fictícia de Pulverização Aérea Ltda.',
      cnpj: 'FICTICIA000165',
      ie: '0570000127',
    },
    phone: '5538000127',
    billing: address('98800001', 'Rua da Coxilha', '412', 'Missões', 'Santo Ângelo', 'RS'),
  },
  {
    email: 'oficina.cascavel@exemplo.test',
    since: '2026-09-01',
    name: 'Ivo Schröder',
    company: {
      name: 'Aerofic Manutenção Aeronáutica Ltda. (fictícia)',
      cnpj: 'AEROFIC1000188',
      ie: '9010000128',
    },
    phone: '4538000128',
    billing: address('85800001', 'Rua da Biruta', '118', 'Parque Industrial', 'Cascavel', 'PR'),
  },
  {
    email: 'sertao@exemplo.test',
    since: '2026-09-22',
    name: 'Maria do Socorro Alencar',
    company: {
      name: 'Associação dos Pilotos Agrícolas do Sertão (fictícia)',
      cnpj: 'INVENTAD000100',
      ie: 'ISENTO',
    },
    phone: '8438000129',
    billing: address('59600001', 'Rua do Salineiro', '23', 'Alto do Sumaré', 'Mossoró', 'RN'),
  },
  {
    email: 'novo.cliente@exemplo.test',
    since: '2026-11-12',
    name: 'Ângelo Gonçalves',
    cpf: '99900155467',
    phone: '34998000130',
    billing: address('38700001', 'Rua da Bússola', '360', 'Novo Horizonte', 'Patos de Minas', 'MG'),
  },
]

function address(
  zip_code: string,
  street: string,
  number: string,
  province: string,
  city: string,
  state: string,
  complement = '',
): Address {
  return { zip_code, street, number, complement, province, city, state }
}
