#!/bin/sh
# Makes a stand-in for the base image of the Dockerfile, for a machine that reaches no image registry: the shell, the core utilities and the
# libraries of this machine, the Node of node_modules, and npm. It is for trying the Dockerfile out, never for production. Needs Linux with
# glibc, buildah, npm, and a clone with its dependencies installed.
#
#   BASE=$(deploy/stand-in-base.sh)
#   buildah build --isolation chroot --build-arg BASE="$BASE" --tag loge .
set -eu

IMAGE=localhost/loge-stand-in-base
: "${BUILDAH:=buildah}"
cd "$(dirname "$0")/.."
root=$(mktemp -d)
container=$($BUILDAH from scratch)
trap 'rm -rf "$root"; $BUILDAH rm "$container" >/dev/null' EXIT
chmod 755 "$root"

# The merged layout of Debian: /bin, /lib and so on are links into /usr.
for folder in bin sbin lib lib64; do
  mkdir -p "$root/usr/$folder"
  ln -s "usr/$folder" "$root/$folder"
done
mkdir -p "$root/usr/local/bin" "$root/usr/local/lib/node_modules" "$root/etc/ssl/certs" "$root/proc" "$root/sys" "$root/dev" "$root/run"
mkdir -m 1777 "$root/tmp"

# Copies a file, following links, to the same place below /usr.
put() {
  target="$root/usr/${1#/usr/}"
  target=$(echo "$target" | sed 's|/usr//|/usr/|')
  mkdir -p "$(dirname "$target")"
  [ -e "$target" ] || cp -L "$1" "$target"
}

put_with_libraries() {
  put "$1"
  ldd "$1" 2>/dev/null | grep -o '/[^ ]*' | while read -r library; do put "$library"; done
}

for name in sh cat chmod chown cp date env id ln ls mkdir mv rm sleep test touch true; do put_with_libraries "$(which "$name")"; done
# The libraries of glibc and GCC that native npm packages open when they run.
LIBRARIES='libc|libdl|libm|libpthread|librt|libresolv|libnss_dns|libnss_files|libstdc\+\+|libgcc_s|libatomic'
for library in $(ldconfig -p | grep -oE "/[^ ]*/($LIBRARIES)\.so\.[0-9]+$"); do put "$library"; done

cp -L node_modules/.bin/node "$root/usr/local/bin/node"
cp -RL "$(npm root --global)/npm" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"

printf 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/nonexistent:/bin/sh\n' > "$root/etc/passwd"
printf 'root:x:0:\nnode:x:1000:\n' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
# Certificates that this machine trusts, for npm behind a proxy with a certificate of its own.
certificates=/etc/ssl/certs/ca-certificates.crt
[ ! -e "$certificates" ] || cp -L "$certificates" "$root$certificates"

$BUILDAH copy --quiet "$container" "$root" / >/dev/null
$BUILDAH config --env PATH=/usr/local/bin:/usr/bin:/bin --env NODE_EXTRA_CA_CERTS="$certificates" "$container"
$BUILDAH commit --quiet "$container" "$IMAGE" >/dev/null
echo "$IMAGE"
