import { type Kysely, sql } from 'kysely'

// A null code means the code of the publication's kind (D139).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists publication_taxes (
    publication_id int unsigned not null,
    nature varchar(10) collate ascii_bin null,
    ncm char(8) collate ascii_bin null,
    origin char(1) collate ascii_bin null,
    cfop_inside char(4) collate ascii_bin null,
    cfop_outside char(4) collate ascii_bin null,
    icms_cst char(2) collate ascii_bin null,
    csosn char(3) collate ascii_bin null,
    pis_cofins_cst char(2) collate ascii_bin null,
    ibs_cbs_cst char(3) collate ascii_bin null,
    class_trib char(6) collate ascii_bin null,
    service_code char(5) collate ascii_bin null,
    nbs char(9) collate ascii_bin null,
    lock_version int unsigned not null default 0,
    national_code char(6) collate ascii_bin null,
    operation_code char(6) collate ascii_bin null,
    primary key (publication_id),
    constraint publication_taxes_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists publication_taxes`.execute(db)
}
