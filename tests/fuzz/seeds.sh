#!/usr/bin/env bash
# Copies small ELF files into a folder of seeds, each as it is and without symbols and debug data.
#   seeds.sh STAMP FILE...      the folder is STAMP without its suffix; STAMP is written at the end
set -euo pipefail
stamp=$1
shift
folder=${stamp%.stamp}
rm -rf "$folder"
mkdir -p "$folder"
for file in "$@"; do
  name=$(basename "$file")
  cp "$file" "$folder/$name"
  # Binutils know no other machine's objects; those are seeds as they are.
  strip --strip-all -R .comment -o "$folder/$name.stripped" "$file" 2>/dev/null || true
done
# As much of a mutation as of the file that it mutates is lost in what nobody reads.
find "$folder" -size +64k -delete
touch "$stamp"
