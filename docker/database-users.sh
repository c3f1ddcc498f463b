# Sourced by the image of MySQL when it makes its data: users without a right, which migrate gives (docs/operations/install.md),
# and an owner whose backups name their place in the binary log.
docker_process_sql --database=mysql <<SQL
create user 'web'@'%' identified by '$MYSQL_WEB_PASSWORD';
create user 'worker'@'%' identified by '$MYSQL_WORKER_PASSWORD';
grant all privileges on aeropub.* to 'aeropub'@'%' with grant option;
grant reload, replication client, replication slave, replication_applier, session_variables_admin on *.* to 'aeropub'@'%';
SQL
