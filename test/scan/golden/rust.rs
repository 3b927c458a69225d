use std::process::Command;
struct Store { root: String }
impl Store {
    pub fn run(&self, name: &str) -> Result<String, Error> {
        let path = format!("{}/{}", self.root, name);
        if name.contains("..") { return Err(Error::Bad); }
        let out = Command::new("ls").arg(&path).output()?;
        match out.status.code() {
            Some(0) => Ok(path),
            other if other.is_none() => panic!("gone"),
            _ => Ok(String::from("none")),
        }
    }
}
