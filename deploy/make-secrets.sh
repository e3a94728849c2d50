#!/bin/sh
# Writes the secrets that compose.yaml mounts into containers, one file each, into the folder `secrets` (or the one that is given). Values of
# an existing `.env` are taken over, the others are random. A file that exists is never changed, so it can be run again.
set -eu

folder=${1:-secrets}
mkdir -p "$folder"
# Nobody else can enter the folder. The files themselves must be readable for the users inside the containers.
chmod 700 "$folder"
umask 022

random() { od -An -N "$1" -tx1 /dev/urandom | tr -d ' \n'; }
from_env_file() { [ ! -e .env ] || sed -n "s/^$1=//p" .env | tail -n 1; }

# write FILE VALUE
write() { [ -s "$folder/$1" ] || printf '%s\n' "$2" > "$folder/$1"; }

# keep FILE VARIABLE BYTES: the variable of .env, or else random bytes
keep() {
  value=$(from_env_file "$2")
  write "$1" "${value:-$(random "$3")}"
}

keep postgres_password POSTGRES_PASSWORD 24
write database_url "postgres://loge:$(cat "$folder/postgres_password")@postgres/loge"
keep s3_access_key_id S3_ACCESS_KEY_ID 10
keep s3_secret_access_key S3_SECRET_ACCESS_KEY 32
keep secret_key SECRET_KEY 32
keep metrics_token METRICS_TOKEN 16

mail_server=$(from_env_file SMTP_URL)
[ -z "$mail_server" ] || write smtp_url "$mail_server"
[ -s "$folder/smtp_url" ] || echo "Write the URL of your mail server into $folder/smtp_url, for example smtps://user:password@mail.example" >&2
