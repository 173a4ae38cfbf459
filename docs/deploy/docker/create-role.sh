#!/bin/sh
# Postgres runs this once, when its volume is empty. Row-level security does not apply to superusers, so the server gets
# a role of its own, which owns its database.
set -eu
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" <<'SQL'
create role automation login password :'password';
create database automation owner automation;
SQL
